import { DomainError } from '../errors.ts';

/** In canonical form (BCP 47 §4.5). Throws `invalid_request`. */
export function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language;
  } catch (cause) {
    throw new DomainError('invalid_request', 'not_a_language', { field: 'language', cause });
  }
}
