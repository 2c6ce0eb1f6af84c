import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api/api.ts';
import { paths } from '../../lib/paths.ts';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { AnotherCode, CodeField, UsernameField } from './fields.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ResetFormProps {
  readonly name: string;
  readonly from: string | undefined;
}

/** Sets a password with the code from the e-mail, then opens /login. */
export function ResetForm({ name, from }: ResetFormProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    const body = { username: name, code: typed('code'), password: typed('password') };
    await call('POST /auth/reset-password', { body });
    toastSuccess('Password changed');
    void navigate(paths.login(), { state: { from, replaced: true }, replace: true });
  };
  return (
    <>
      <p role="status" className="mb-4 break-words text-soft">
        If {name} has an account, a code is on its way to its e-mail address. It is good for an hour.
      </p>
      <NewPasswordForm
        username={name}
        name="password"
        send={send}
        fieldOfCode={{ invalid_credentials: 'code' }}
      >
        {(errors) => <CodeField error={errors['code']} />}
      </NewPasswordForm>
      <AnotherCode send={() => sendCode(name)} />
    </>
  );
}

/** Sends a code if the account exists. */
const sendCode = (username: string) => call('POST /auth/forgot-password', { body: { username } });

export function ForgottenForm({ from }: { readonly from: string | undefined }) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    const name = typed('username').trim();
    await sendCode(name);
    void navigate(paths.forgotPassword(), { state: { from, name } });
  };
  return (
    <AuthForm
      send={send}
      failure={['Code not sent', 'The code could not be sent']}
      action="Send code"
      pendingAction="Sending..."
    >
      {(errors) => (
        <>
          <p className="text-soft">We send a code to the e-mail address of the account.</p>
          <UsernameField error={errors['username']} />
        </>
      )}
    </AuthForm>
  );
}
