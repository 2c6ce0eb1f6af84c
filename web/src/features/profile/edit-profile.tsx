import { Pencil } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { EDITED_FIELDS } from '#shared/channels/profile-fields.ts';
import { useMomentary } from '#web/lib/hooks/use-momentary.ts';
import { DialogButton } from '#web/ui/overlays/dialog-button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import type { ProfileDialogProps } from './profile-dialog.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** At the end of the own channel's address, it opens the dialog. */
export const EDIT_PROFILE = '#edit-profile';

const ProfileDialog = overlayOnDemand(() => import('./profile-dialog.tsx'), 'ProfileDialog');

export function EditProfile(props: Omit<ProfileDialogProps, 'onClose'>) {
  const { hash } = useLocation();
  return (
    <DialogButton
      variant="secondary"
      startsOpen={hash === EDIT_PROFILE}
      renderDialog={(onClose) => <ProfileDialog {...props} onClose={onClose} />}
    >
      <Pencil className="size-4" />
      {t('profile.editProfile')}
    </DialogButton>
  );
}

/** HTTP caches have the saved profile after this time. */
const FRESH_AFTER_MS = 10_000;

/** Merges saved edits into `channel`, because HTTP caches may lack them. */
export function useSavedEdits(channel: Channel) {
  const [saved, keep] = useMomentary<Channel | null>(null, FRESH_AFTER_MS);
  return { channel: withEdits(channel, saved), keep };
}

/** Takes editable fields from `saved`, and live ones such as viewers from `channel`. */
export function withEdits(channel: Channel, saved: Channel | null): Channel {
  if (!saved) return channel;
  return { ...channel, ...Object.fromEntries(EDITED_FIELDS.map((name) => [name, saved[name]])) };
}
