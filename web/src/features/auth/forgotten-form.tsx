import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AuthForm, type Typed } from './auth-form.tsx';
import { sendCode } from './auth.api.ts';
import { UsernameField } from './fields.tsx';

/** Whose password is forgotten; `from` is where one wants to go in the end. */
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
