import { LANGUAGE_COOKIE, type Language } from '../../../../messages/languages.ts';
import type { User } from '../../../../shared/people/auth.ts';
import { language } from './messages.ts';

const YEAR_S = 31_536_000;

/** Loads the page in another language, and all pages from now on: the server chooses the document by the cookie. */
export function showLanguage(tag: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${tag}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

/** Loads the page in the account's language after a log-in. Returns whether it is another one. */
export function showAccountLanguage({ language: tag }: Pick<User, 'language'>): boolean {
  if (tag === undefined || tag === language) return false;
  showLanguage(tag);
  return true;
}
