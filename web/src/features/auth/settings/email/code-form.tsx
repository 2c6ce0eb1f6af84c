import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/forms/inputs.tsx';
import { toastSuccess } from '../../../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { failureToast } from '../../form-errors.ts';
import { useConfirmEmail, useSendCode } from './email.queries.ts';

interface CodeFormProps {
  readonly email: string;
  readonly onConfirmed: () => void;
}

/** Takes the code that was sent to an address, and sends another. */
export function CodeForm({ email, onConfirmed }: CodeFormProps) {
  const confirm = useConfirmEmail();
  const again = useSendCode();
  const send = async (typed: Typed) => {
    await confirm.mutateAsync(typed('code'));
    toastSuccess('E-mail confirmed');
    onConfirmed();
  };
  const sendAgain = () =>
    again.mutate(undefined, {
      onSuccess: () => toastSuccess('Another code is on its way'),
      onError: (error) => failureToast('Code not sent', error, 'The code could not be sent'),
    });
  return (
    <div className="max-w-sm">
      <p className="mb-3 text-soft wrap-anywhere">
        Enter the code that was sent to {email}. It is good for ten minutes.
      </p>
      <AuthForm
        send={send}
        failure={['Not confirmed', 'The address could not be confirmed']}
        fieldOfCode={{ invalid_request: 'code' }}
        action="Confirm"
        pendingAction="Confirming..."
      >
        {(errors) => (
          <TextField
            label="Code from the e-mail"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors['code']}
            required
          />
        )}
      </AuthForm>
      <Button variant="ghost" className="mt-3 w-full" busy={again.isPending} onClick={sendAgain}>
        Send another code
      </Button>
    </div>
  );
}
