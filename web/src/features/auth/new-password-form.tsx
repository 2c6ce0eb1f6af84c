import type { ReactNode } from 'react';
import { PasswordField } from '../../ui/forms/inputs.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { changePassword } from './auth.api.ts';
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

interface ChangeFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

/** The current password, and the one that takes its place. */
export function ChangeForm({ username, onChanged }: ChangeFormProps) {
  const send = async (typed: Typed) => {
    await changePassword({
      current_password: typed('current_password'),
      new_password: typed('new_password'),
    });
    toastSuccess('Password changed');
    onChanged();
  };
  return (
    <NewPasswordForm
      username={username}
      name="new_password"
      send={send}
      fieldOfCode={{ forbidden: 'current_password' }}
    >
      {(errors) => (
        <PasswordField
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          error={errors['current_password']}
        />
      )}
    </NewPasswordForm>
  );
}
