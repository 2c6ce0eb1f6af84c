import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AuthForm, type Typed } from '../../features/auth/auth-form.tsx';
import { changePassword } from '../../features/auth/auth.api.ts';
import { AccountName, NewPasswordField } from '../../features/auth/fields.tsx';
import { useSession } from '../../lib/api/session.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';

/** /change-password, for the signed-in. Leads to their channel. */
export function ChangePasswordPage() {
  useDocumentTitle('Change password');
  const username = useSession()?.user.username;
  if (!username) return null;
  return (
    <div className="mx-auto max-w-sm sm:mt-6">
      <h1 className="mb-4 text-2xl font-bold">Change password</h1>
      <div className="rounded-xl border border-line bg-surface p-6 sm:p-8">
        <ChangeForm username={username} />
        <p className="mt-5 text-center text-sm">
          <TextLink to={paths.forgotPassword()}>Forgot password?</TextLink>
        </p>
      </div>
    </div>
  );
}

function ChangeForm({ username }: { readonly username: string }) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    await changePassword({
      current_password: typed('current_password'),
      new_password: typed('new_password'),
    });
    toastSuccess('Password changed');
    void navigate(paths.channel(username));
  };
  return (
    <AuthForm
      send={send}
      failure={['Password not changed', 'The password could not be changed']}
      fieldOfCode={{ forbidden: 'current_password' }}
      action="Change password"
      pendingAction="Changing..."
    >
      {(errors) => (
        <>
          <AccountName name={username} />
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            error={errors['current_password']}
          />
          <NewPasswordField label="New password" name="new_password" error={errors['new_password']} />
        </>
      )}
    </AuthForm>
  );
}
