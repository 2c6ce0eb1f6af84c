import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useProblemInSight } from '../../ui/forms/use-problem-in-sight.ts';
import { type FieldOfCode, type FormErrors, WHOLE, fieldAtFault, problemsSeen } from './form-errors.ts';
import { formText } from './form-text.ts';

/** The text of a field, by its name. */
export type Typed = (name: string) => string;

interface AuthFormProps {
  /** Takes what was typed. Throws what is wrong with it: a `FieldProblem`, or what the API refuses. */
  readonly send: (typed: Typed) => Promise<void>;
  /** Raises the toast of a failure, and answers the words that stay. */
  readonly failed: (error: unknown) => string;
  readonly fieldOfCode?: FieldOfCode;
  readonly pending: boolean;
  /** The button's words. */
  readonly action: string;
  readonly pendingAction: string;
  /** The fields, each with its error. */
  readonly children: (errors: FormErrors) => ReactNode;
}

/** A form of the account. Its errors stay beside it, each at its field where that is known, until it is corrected. */
export function AuthForm({ pending, action, pendingAction, children, ...rest }: AuthFormProps) {
  const { errors, tries, submit, correct } = useSubmit(rest);
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
      <Button type="submit" size="lg" className="w-full" busy={pending}>
        {pending ? pendingAction : action}
      </Button>
    </form>
  );
}

function useSubmit({
  send,
  failed,
  fieldOfCode = {},
}: Pick<AuthFormProps, 'send' | 'failed' | 'fieldOfCode'>) {
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
    try {
      await send((name) => formText(data, name));
    } catch (error) {
      show({ [fieldAtFault(error, [...data.keys()], fieldOfCode)]: failed(error) });
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
  return { errors, tries, submit, correct };
}
