import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../lib/api/api.ts';
import { signOut } from '../../../lib/api/session/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';
import type { Typed } from '../auth-form.tsx';
import { GivenPasswordField } from '../fields.tsx';
import { AccountDialog } from './account-dialog.tsx';

export function DeleteSection({ username }: { readonly username: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title="Delete my account" description="You cannot have it back.">
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          <strong>Goes:</strong> your channel, stream keys, videos, pictures, follows and messages. A stream
          that is live ends.
        </li>
        <li>
          <strong>Stays for 30 days:</strong> your username and e-mail address, so that nobody is taken for
          you. Then they are free again.
        </li>
      </ul>
      <Button variant="danger" className="mt-5" onClick={() => setIsAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <DeleteDialog username={username} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

interface DeleteDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

function DeleteDialog({ username, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    await call('DELETE /auth/me', { body: { password: typed('password') } });
    signOut();
    toastSuccess('Account deleted');
    void navigate(paths.home());
  };
  return (
    <AccountDialog
      username={username}
      title="Delete your account?"
      description={`${username} and all that is theirs goes for good.`}
      failure={['Account not deleted', 'The account could not be deleted']}
      variant="danger"
      action="Delete for good"
      pendingAction="Deleting..."
      send={send}
      onClose={onClose}
    >
      {(errors) => <GivenPasswordField error={errors['password']} />}
    </AccountDialog>
  );
}
