import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useProblemInSight } from '../../ui/forms/use-problem-in-sight.ts';
import {
  failureToast,
  fieldAtFault,
  type FieldOfCode,
  FieldProblem,
  type FormErrors,
  problemsSeen,
  WHOLE,
} from './form-errors.ts';

/** The text of a field, by its name. */
export type Typed = (name: string) => string;

interface AuthFormProps {
  /** Takes what was typed. Throws what is wrong with it: a `FieldProblem`, or what the API refuses. */
  readonly send: (typed: Typed) => Promise<void>;
  /** The title of a failure's toast, and what it says where the API gives no reason. */
  readonly failure: readonly [title: string, words: string];
  readonly fieldOfCode?: FieldOfCode;
  /** The button's words. */
  readonly action: string;
  readonly pendingAction: string;
  /** @default primary */
  readonly variant?: 'primary' | 'danger';
  /** The fields, each with its error. */
  readonly children: (errors: FormErrors) => ReactNode;
}

/** A form of the account. Its errors stay beside it, each at its field where that is known, until it is corrected. */
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

function useSubmit({
  send,
  failure,
  fieldOfCode = {},
}: Pick<AuthFormProps, 'send' | 'failure' | 'fieldOfCode'>) {
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
          ? failureToast('Error', error, error.message)
          : failureToast(failure[0], error, failure[1]);
      show({ [fieldAtFault(error, [...data.keys()], fieldOfCode)]: words });
    } finally {
      setIsSending(false);
    }
  };
  /** What is being corrected is no longer said; nor is what was wrong with the whole. */
  const correct = ({ target }: FormEvent) => {
    const corrected = (target as HTMLInputElement).name;
    setOutcome(({ errors: { [corrected]: _field, [WHOLE]: _whole, ...others }, tries }) => ({
      errors: others,
      tries,
    }));
  };
  return { errors, tries, isSending, submit, correct };
}
