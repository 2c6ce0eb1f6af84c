import type { SignedInUser } from '#web/lib/api/session/session.ts';
import { ChooseFans } from '#web/features/fans/featured/choose-fans.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamFansDialogProps {
  readonly user: SignedInUser;
  readonly onClose: () => void;
}

export const StreamFansDialog = ({ user, onClose }: StreamFansDialogProps) => (
  <Dialog title={t('streamFans.button')} onClose={onClose}>
    <div className="px-4 py-5 sm:px-6">
      <ChooseFans
        showing={{ kind: 'channel', id: user.id }}
        owner={user}
        title={t('fansInSight.fansInThisStream')}
      />
    </div>
  </Dialog>
);
