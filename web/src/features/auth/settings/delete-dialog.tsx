import { useNavigate } from 'react-router-dom';
import { signOut } from '../../../lib/api/session/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from '../auth-form.tsx';
import { deleteAccount } from '../auth.api.ts';
import { AccountName, GivenPasswordField } from '../fields.tsx';

interface DeleteDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

/** Asks for the password before an account is deleted. Leads home, signed out. */
export function DeleteDialog({ username, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    await deleteAccount(typed('password'));
    signOut();
    toastSuccess('Account deleted');
    void navigate(paths.home());
  };
  return (
    <Dialog
      title="Delete your account?"
      description={`${username} and all that is theirs goes for good.`}
      onClose={onClose}
    >
      <div className="px-4 py-5 sm:px-6">
        <AuthForm
          send={send}
          failure={['Account not deleted', 'The account could not be deleted']}
          fieldOfCode={{ forbidden: 'password' }}
          variant="danger"
          action="Delete for good"
          pendingAction="Deleting..."
        >
          {(errors) => (
            <>
              <AccountName name={username} />
              <GivenPasswordField error={errors['password']} />
            </>
          )}
        </AuthForm>
      </div>
    </Dialog>
  );
}
