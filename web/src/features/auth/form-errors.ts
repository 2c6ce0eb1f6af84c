import { fieldWords } from '../../../../shared/plain/words/field-words.ts';
import type { FailureCode } from '../../lib/api/api-failure.ts';
import { ApiFailure, detailOr } from '../../lib/api/api.ts';
import { toastFailure } from '../../ui/overlays/toast.tsx';
import { t } from '../../lib/i18n/messages.ts';

export type FormErrors = Readonly<Record<string, string>>;
export const WHOLE = '';

/** The fields that some error codes refer to. */
export type FieldOfCode = Readonly<Partial<Record<FailureCode, string>>>;

export class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = 'FieldProblem';
    this.field = field;
  }
}

/** Checks the fields by the browser's rules and returns the API's texts. */
export function problemsSeen(form: HTMLFormElement): FormErrors {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const wrong = inputs.filter(({ validity }) => !validity.valid);
  return Object.fromEntries(wrong.map((input) => [input.name, wordsFor(input)]));
}

const wordsFor = ({ labels, validity }: HTMLInputElement): string =>
  `${labels?.[0]?.textContent} ${validity.valueMissing ? t('auth.isRequired') : t('auth.isNotAnEmail')}.`;

// oxlint-disable-next-line messages/no-text -- the API's sentence, not a text of the interface
const NEW_PASSWORD_START = 'Password';
const NEW_PASSWORD = /^(new_?)?password$/i;

/** Finds the field of a failure by its code or by the first words of its sentence. */
export function fieldAtFault(error: unknown, names: readonly string[], fieldOfCode: FieldOfCode): string {
  if (error instanceof FieldProblem) return error.field;
  if (!(error instanceof ApiFailure)) return WHOLE;
  const isAbout = (words: string) => error.detail?.startsWith(`${words} `) === true;
  const named =
    names.find((name) => isAbout(fieldWords(name))) ??
    (isAbout(NEW_PASSWORD_START) ? names.find((name) => NEW_PASSWORD.test(name)) : undefined);
  return fieldOfCode[error.code] ?? named ?? WHOLE;
}

/** Raises the toast of a failure (specification §8) and returns its text. */
export function failureToast(title: string, error: unknown, words: string): string {
  // Without a connection, "Invalid username or password" would be wrong.
  const isOffline = error instanceof ApiFailure && error.code === 'network';
  const description = isOffline ? error.message : detailOr(error, words);
  toastFailure(title, description);
  return description;
}
