import type { SignedInUser } from '#web/lib/api/session/session.ts';
import { Fan } from 'lucide-react';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { DialogButton } from '#web/ui/overlays/dialog-button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const StreamFansDialog = overlayOnDemand(() => import('./stream-fans-dialog.tsx'), 'StreamFansDialog');

export const StreamFans = ({ user }: { readonly user: SignedInUser }) => (
  <DialogButton
    variant="secondary"
    size="sm"
    renderDialog={(onClose) => <StreamFansDialog user={user} onClose={onClose} />}
  >
    <Fan className="size-4" />
    {t('streamFans.button')}
  </DialogButton>
);
