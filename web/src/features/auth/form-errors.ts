/** What is wrong with a form, and where it is said. */
import { fieldWords } from '../../../../shared/plain/words/field-words.ts';
import type { FailureCode } from '../../lib/api/api-failure.ts';
import { ApiFailure, detailOr } from '../../lib/api/api.ts';
import { toastFailure } from '../../ui/overlays/toast.tsx';

/** Words by the name of their field; those that are no field's stand under `WHOLE`. */
export type FormErrors = Readonly<Record<string, string>>;
export const WHOLE = '';

/** The fields that some refusals are about, whatever their words. */
export type FieldOfCode = Readonly<Partial<Record<FailureCode, string>>>;

/** Something wrong with a field that the form sees by itself. */
export class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = 'FieldProblem';
    this.field = field;
  }
}

/** Empty fields and what is no address, by the browser's own rules and in the API's words. */
export function problemsSeen(form: HTMLFormElement): FormErrors {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const wrong = inputs.filter(({ validity }) => !validity.valid);
  return Object.fromEntries(wrong.map((input) => [input.name, wordsFor(input)]));
}

const wordsFor = ({ labels, validity }: HTMLInputElement): string =>
  `${labels?.[0]?.textContent} ${validity.valueMissing ? 'is required' : 'is not an e-mail address'}.`;

/** A password that is to be, as a form may call it. */
const NEW_PASSWORD = /^(new_?)?password$/i;

/** Which of these fields a failure is about: its code tells, or the first words of its sentence; else none does. */
export function fieldAtFault(error: unknown, names: readonly string[], fieldOfCode: FieldOfCode): string {
  if (error instanceof FieldProblem) return error.field;
  if (!(error instanceof ApiFailure)) return WHOLE;
  const isAbout = (words: string) => error.detail?.startsWith(`${words} `) === true;
  const named =
    names.find((name) => isAbout(fieldWords(name))) ??
    (isAbout('Password') ? names.find((name) => NEW_PASSWORD.test(name)) : undefined);
  return fieldOfCode[error.code] ?? named ?? WHOLE;
}

/** Raises the toast of a failure (specification §8), and answers its words. */
export function failureToast(title: string, error: unknown, words: string): string {
  // To someone without a connection "Invalid username or password" would be untrue.
  const isOffline = error instanceof ApiFailure && error.code === 'network';
  const description = isOffline ? error.message : detailOr(error, words);
  toastFailure(title, description);
  return description;
}
