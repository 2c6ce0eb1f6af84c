import type { ComponentProps } from 'react';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { AuthForm } from '../auth-form.tsx';
import { AccountName } from '../fields.tsx';

interface AccountDialogProps extends ComponentProps<typeof AuthForm> {
  readonly username: string;
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
}

/** A dialog for a change that needs the password. */
export function AccountDialog(props: AccountDialogProps) {
  const { username, title, description, onClose, children, ...form } = props;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <div className="px-4 py-5 sm:px-6">
        <AuthForm {...form}>
          {(errors) => (
            <>
              <AccountName name={username} />
              {children(errors)}
            </>
          )}
        </AuthForm>
      </div>
    </Dialog>
  );
}
