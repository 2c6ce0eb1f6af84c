import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The end of an account: what goes, and what stays for a while. */
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
