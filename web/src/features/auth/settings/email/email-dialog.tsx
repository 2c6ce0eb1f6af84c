import { TextField } from '../../../../ui/forms/inputs.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toastSuccess } from '../../../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { AccountName, GivenPasswordField } from '../../fields.tsx';
import { useChangeEmail } from './email.queries.ts';

interface EmailDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

export function EmailDialog({ username, onClose }: EmailDialogProps) {
  const { mutateAsync } = useChangeEmail();
  const send = async (typed: Typed) => {
    await mutateAsync({ email: typed('email'), password: typed('password') });
    toastSuccess('A code is on its way');
    onClose();
  };
  return (
    <Dialog
      title="Change your e-mail address"
      description="A code goes to the new address. Until you enter it, nothing changes."
      onClose={onClose}
    >
      <div className="px-4 py-5 sm:px-6">
        <AuthForm
          send={send}
          failure={['E-mail not changed', 'The address could not be changed']}
          fieldOfCode={{ forbidden: 'password', email_taken: 'email', conflict: 'email' }}
          action="Send code"
          pendingAction="Sending..."
        >
          {(errors) => (
            <>
              <AccountName name={username} />
              <TextField
                label="New e-mail"
                name="email"
                type="email"
                autoComplete="email"
                error={errors['email']}
                required
              />
              <GivenPasswordField error={errors['password']} />
            </>
          )}
        </AuthForm>
      </div>
    </Dialog>
  );
}
