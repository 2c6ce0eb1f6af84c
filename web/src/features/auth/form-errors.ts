import { ApiFailure, detailOr } from '../../lib/api/api.ts';
import { toastFailure } from '../../ui/overlays/toast.tsx';
import { t } from '../../lib/i18n/messages.ts';

export type FormErrors = Readonly<Record<string, string>>;
export const WHOLE = '';

export class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = 'FieldProblem';
    this.field = field;
  }
}

/** Checks the fields by the browser's rules, and answers in the API's texts. */
export function problemsSeen(form: HTMLFormElement): FormErrors {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const wrong = inputs.filter(({ validity }) => !validity.valid);
  return Object.fromEntries(wrong.map((input) => [input.name, wordsFor(input)]));
}

function wordsFor({ labels, validity }: HTMLInputElement): string {
  const field = labels?.[0]?.textContent ?? '';
  return validity.valueMissing ? t('errors.required', { field }) : t('errors.not_an_email', { field });
}

/** The field of a failure, if the form has it. */
export function fieldAtFault(error: unknown, names: readonly string[]): string {
  if (error instanceof FieldProblem) return error.field;
  const field = error instanceof ApiFailure ? error.field : undefined;
  return names.find((name) => name === field) ?? WHOLE;
}

/** Raises the toast of a failure (specification §8) and returns its text. */
export function failureToast(title: string, error: unknown, words: string): string {
  // Without a connection, "Invalid username or password" would be wrong.
  const isOffline = error instanceof ApiFailure && error.code === 'network';
  const description = isOffline ? error.message : detailOr(error, words);
  toastFailure(title, description);
  return description;
}
