import { PasswordField } from '../../ui/forms/password-field.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import type { Typed } from './auth-form.tsx';
import { changePassword } from './auth.api.ts';
import { NewPasswordForm } from './new-password-form.tsx';

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
