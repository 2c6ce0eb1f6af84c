import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { useMomentary } from '../../lib/hooks/use-momentary.ts';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
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

/** Every HTTP cache has the saved profile after this time. */
const FRESH_AFTER_MS = 10_000;

/** `channel` with what its owner has just saved through `keep`, which HTTP caches may not have yet. */
export function useEdited(channel: Channel) {
  const [saved, keep] = useMomentary<Channel | null>(null, FRESH_AFTER_MS);
  return { channel: withEdits(channel, saved), keep };
}

/** What the dialog can change comes from `saved`; what changes by itself, such as the viewers, does not. */
export function withEdits(channel: Channel, saved: Channel | null): Channel {
  if (!saved) return channel;
  const { display_name, description, schedule, avatar, thumbnail_url, title, game, tags } = saved;
  return { ...channel, display_name, description, schedule, avatar, thumbnail_url, title, game, tags };
}
