import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AuthForm, type Typed } from './auth-form.tsx';
import { useForgotPassword } from './auth.mutations.ts';
import { failureToast } from './failure-toast.ts';
import { UsernameField } from './fields.tsx';

/** Whose password is forgotten; `from` is where one wants to go in the end. */
export function ForgottenForm({ from }: { readonly from: string | undefined }) {
  const navigate = useNavigate();
  const forgot = useForgotPassword();
  const send = async (typed: Typed) => {
    const name = typed('username').trim();
    await forgot.mutateAsync(name);
    void navigate(paths.forgotPassword(), { state: { from, name } });
  };
  return (
    <AuthForm
      send={send}
      failed={(error) => failureToast('Code not sent', error, 'The code could not be sent')}
      pending={forgot.isPending}
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
