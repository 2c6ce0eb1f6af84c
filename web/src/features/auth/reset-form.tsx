import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { resetPassword, sendCode } from './auth.api.ts';
import { UsernameField } from './fields.tsx';
import { failureToast } from './form-errors.ts';
import { NewPasswordForm } from './new-password-form.tsx';

interface ResetFormProps {
  readonly name: string;
  /** The destination after the log-in. */
  readonly from: string | undefined;
}

/** Sets a password with the code from the e-mail, then opens /login. */
export function ResetForm({ name, from }: ResetFormProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    await resetPassword({ username: name, code: typed('code'), password: typed('password') });
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
        {(errors) => (
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors['code']}
            required
          />
        )}
      </NewPasswordForm>
      <AnotherCode name={name} />
    </>
  );
}

function AnotherCode({ name }: { readonly name: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendCode(name),
    onSuccess: () => toastSuccess('Another code is on its way'),
    onError: (error) => failureToast('Code not sent', error, 'The code could not be sent'),
  });
  return (
    <Button variant="ghost" className="mt-3 w-full" busy={isPending} onClick={() => mutate()}>
      Send another code
    </Button>
  );
}

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
