import type { ReactNode } from 'react';
import { call } from '#web/lib/api/api.ts';
import { PasswordField } from '#web/ui/forms/inputs.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { AccountName, NewPasswordField } from './fields.tsx';
import type { FormErrors } from './form-errors.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface NewPasswordFormProps {
  readonly username: string;
  readonly name: string;
  readonly send: (typed: Typed) => Promise<void>;
  /** The field that proves the right to set a password. */
  readonly children: (errors: FormErrors) => ReactNode;
}

/** Sets a new password, proven by the current one or by a code. */
export function NewPasswordForm({ username, name, children, ...rest }: NewPasswordFormProps) {
  return (
    <AuthForm
      {...rest}
      failure={[t('auth.passwordNotChanged'), t('auth.changePasswordFailed')]}
      action={t('auth.changePassword')}
      pendingAction={t('auth.changing')}
    >
      {(errors) => (
        <>
          <AccountName name={username} />
          {children(errors)}
          <NewPasswordField label={t('auth.newPassword')} name={name} error={errors[name]} />
        </>
      )}
    </AuthForm>
  );
}

interface ChangeFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

export function ChangeForm({ username, onChanged }: ChangeFormProps) {
  const send = async (typed: Typed) => {
    const body = { current_password: typed('current_password'), new_password: typed('new_password') };
    await call('POST /auth/change-password', { body });
    toastSuccess(t('auth.passwordChanged'));
    onChanged();
  };
  return (
    <NewPasswordForm username={username} name="new_password" send={send}>
      {(errors) => (
        <PasswordField
          label={t('auth.currentPassword')}
          name="current_password"
          autoComplete="current-password"
          error={errors['current_password']}
        />
      )}
    </NewPasswordForm>
  );
}
