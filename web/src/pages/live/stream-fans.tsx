import { Fan } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../shared/people/auth.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { Button } from '../../ui/button.tsx';

// Comes when the button is pressed.
const StreamFansDialog = onDemand(() => import('./stream-fans-dialog.tsx'), 'StreamFansDialog', {
  isOverlay: true,
});

/** "Fans in your stream", for a streamer. */
export function StreamFans({ user }: { readonly user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        <Fan className="size-4" />
        Fans in your stream
      </Button>
      {isOpen && <StreamFansDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}
