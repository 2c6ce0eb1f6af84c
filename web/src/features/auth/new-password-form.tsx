import type { ReactNode } from 'react';
import { AuthForm, type Typed } from './auth-form.tsx';
import { AccountName, NewPasswordField } from './fields.tsx';
import type { FieldOfCode, FormErrors } from './form-errors.ts';

interface NewPasswordFormProps {
  /** Whose password. */
  readonly username: string;
  /** The name of the new password's field. */
  readonly name: string;
  /** Takes what was typed. Throws what the API refuses. */
  readonly send: (typed: Typed) => Promise<void>;
  readonly fieldOfCode: FieldOfCode;
  /** The field of what shows that one may, with its error. */
  readonly children: (errors: FormErrors) => ReactNode;
}

/** A new password, by whoever shows that they may set it: with the one before it, or with a code. */
export function NewPasswordForm({ username, name, children, ...rest }: NewPasswordFormProps) {
  return (
    <AuthForm
      {...rest}
      failure={['Password not changed', 'The password could not be changed']}
      action="Change password"
      pendingAction="Changing..."
    >
      {(errors) => (
        <>
          <AccountName name={username} />
          {children(errors)}
          <NewPasswordField label="New password" name={name} error={errors[name]} />
        </>
      )}
    </AuthForm>
  );
}
