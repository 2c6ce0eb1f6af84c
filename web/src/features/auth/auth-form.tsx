import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useKeptFields } from '#web/lib/hooks/use-kept.ts';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { failureToast, type FormErrors, problemsRefused, problemsSeen, WHOLE } from './form-errors.ts';

export type Typed = (name: string) => string;

interface AuthFormProps {
  /** Throws the API's failure. */
  readonly send: (typed: Typed) => Promise<void>;
  /** Problems that only several fields together have. */
  readonly check?: (typed: Typed) => FormErrors;
  /** The title of a failure's toast, and its text if the API gives no reason. */
  readonly failure: readonly [title: string, words: string];
  /** Whether the toast appears for problems of fields, too. @default false */
  readonly toastsAlways?: boolean;
  readonly action: string;
  readonly pendingAction: string;
  readonly variant?: 'primary' | 'danger';
  readonly children: (errors: FormErrors) => ReactNode;
}

/** An account form. Each error stays at its field, if known, until the field changes. */
export function AuthForm({ action, pendingAction, variant = 'primary', children, ...rest }: AuthFormProps) {
  const { errors, tries, isSending, submit, correct } = useSubmit(rest);
  const form = useScrollToProblem(tries);
  useKeptFields(form, `${window.location.pathname} ${action}`);
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      onInput={correct}
      noValidate
      className="space-y-4"
    >
      <RequiredNote />
      {children(errors)}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors[WHOLE]}
      </p>
      <Button type="submit" variant={variant} size="lg" className="w-full" busy={isSending}>
        {isSending ? pendingAction : action}
      </Button>
    </form>
  );
}

type SubmitOptions = Pick<AuthFormProps, 'send' | 'check' | 'failure' | 'toastsAlways'>;

function useSubmit({ send, check, failure: [title, words], toastsAlways = false }: SubmitOptions) {
  const [isSending, setIsSending] = useState(false);
  const [{ errors, tries }, setOutcome] = useState<{ errors: FormErrors; tries: number }>({
    errors: {},
    tries: 0,
  });
  const show = (errors: FormErrors) => setOutcome(({ tries }) => ({ errors, tries: tries + 1 }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = (name: string) => String(data.get(name) ?? '');
    const seen = { ...check?.(typed), ...problemsSeen(event.currentTarget) };
    show(seen);
    if (Object.keys(seen).length > 0) return;
    setIsSending(true);
    try {
      await send(typed);
    } catch (error) {
      const refused = await problemsRefused(error, [...data.keys()], words);
      if (toastsAlways || refused[WHOLE]) failureToast(title, error, words);
      show(refused);
    } finally {
      setIsSending(false);
    }
  };
  /** Clears the errors of the changed field and of the whole form. */
  const correct = ({ target }: FormEvent) => {
    const corrected = (target as HTMLInputElement).name;
    setOutcome(({ errors: { [corrected]: _field, [WHOLE]: _whole, ...others }, tries }) => ({
      errors: others,
      tries,
    }));
  };
  return { errors, tries, isSending, submit, correct };
}
