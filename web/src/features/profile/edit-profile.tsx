import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import { Button } from '../../ui/button.tsx';
import type { ProfileDialogProps } from './profile-dialog.tsx';

// Comes when the button is pressed: only the owner of a channel ever does.
const ProfileDialog = onDemand(() => import('./profile-dialog.tsx'), 'ProfileDialog', { isOverlay: true });

/** "Edit profile", for the owner of a channel. */
export function EditProfile(props: Omit<ProfileDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Pencil className="size-4" />
        Edit profile
      </Button>
      {isOpen && <ProfileDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
