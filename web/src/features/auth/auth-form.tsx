import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useProblemInSight } from '../../ui/forms/use-problem-in-sight.ts';
import {
  failureToast,
  fieldAtFault,
  FieldProblem,
  type FormErrors,
  problemsSeen,
  WHOLE,
} from './form-errors.ts';
import { t } from '../../lib/i18n/messages.ts';

export type Typed = (name: string) => string;

interface AuthFormProps {
  /** Throws a `FieldProblem` or the API's failure. */
  readonly send: (typed: Typed) => Promise<void>;
  /** The title of a failure's toast, and its text if the API gives no reason. */
  readonly failure: readonly [title: string, words: string];
  readonly action: string;
  readonly pendingAction: string;
  readonly variant?: 'primary' | 'danger';
  readonly children: (errors: FormErrors) => ReactNode;
}

/** An account form. Each error stays at its field, if known, until the field changes. */
export function AuthForm({ action, pendingAction, variant = 'primary', children, ...rest }: AuthFormProps) {
  const { errors, tries, isSending, submit, correct } = useSubmit(rest);
  return (
    <form
      ref={useProblemInSight(tries)}
      onSubmit={(event) => void submit(event)}
      onInput={correct}
      noValidate
      className="space-y-4"
    >
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

function useSubmit({ send, failure }: Pick<AuthFormProps, 'send' | 'failure'>) {
  const [isSending, setIsSending] = useState(false);
  const [{ errors, tries }, setOutcome] = useState<{ errors: FormErrors; tries: number }>({
    errors: {},
    tries: 0,
  });
  const show = (errors: FormErrors) => setOutcome(({ tries }) => ({ errors, tries: tries + 1 }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const seen = problemsSeen(event.currentTarget);
    show(seen);
    if (Object.keys(seen).length > 0) return;
    setIsSending(true);
    try {
      await send((name) => String(data.get(name) ?? ''));
    } catch (error) {
      const words =
        error instanceof FieldProblem
          ? failureToast(t('common.error'), error, error.message)
          : failureToast(failure[0], error, failure[1]);
      show({ [fieldAtFault(error, [...data.keys()])]: words });
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
