import { ApiFailure, detailOr } from '#web/lib/api/api.ts';
import { toastFailure } from '#web/ui/overlays/toast.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export type FormErrors = Readonly<Record<string, string>>;
export const WHOLE = '';

/** Checks the fields by their own rules, and answers in the API's texts. */
export function problemsSeen(form: HTMLFormElement): FormErrors {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const words = wordsFor(input);
      return words === null ? [] : [[input.name, words]];
    }),
  );
}

function wordsFor({
  labels,
  type,
  value,
  minLength,
  autocomplete,
  validity,
}: HTMLInputElement): string | null {
  const field = labels?.[0]?.textContent ?? '';
  const length = (type === 'text' ? value.trim() : value).length;
  if (validity.valueMissing) return t('errors.required', { field });
  // Browsers check the length of typed texts alone, and not of those that a password manager enters.
  if (length > 0 && length < minLength) return t('errors.too_short', { field, min: minLength });
  if (autocomplete === 'new-password' && value !== value.trim())
    return t('errors.spaces_at_edges', { field });
  if (validity.patternMismatch) return t('errors.not_username_characters', { field });
  return validity.valid ? null : t('errors.not_an_email', { field });
}

/** What the API refuses: each problem at its field, if the form has it, and the rest for the whole form. */
export async function problemsRefused(
  error: unknown,
  names: readonly string[],
  words: string,
): Promise<FormErrors> {
  const problems: Record<string, string> = {};
  const add = (field: string | undefined, text: string) => {
    const name = names.find((known) => known === field) ?? WHOLE;
    problems[name] = problems[name] ? `${problems[name]} ${text}` : text;
  };
  const issues = error instanceof ApiFailure ? (error.issues ?? []) : [];
  const { faultText } = await import('#web/lib/api/error-texts.ts');
  for (const issue of issues) add(issue.field, faultText(issue) ?? '');
  if (issues.length === 0)
    add(error instanceof ApiFailure ? error.field : undefined, failureText(error, words));
  return problems;
}

/** Without a connection, "Invalid username or password" would be wrong. */
const failureText = (error: unknown, words: string): string =>
  error instanceof ApiFailure && error.code === 'network' ? error.message : detailOr(error, words);

/** Raises the toast of a failure (specification §8). */
export const failureToast = (title: string, error: unknown, words: string): void =>
  toastFailure(title, failureText(error, words));
