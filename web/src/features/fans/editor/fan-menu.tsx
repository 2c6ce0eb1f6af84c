import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Fan } from '#shared/channels/fans.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { fanName } from '../fan-picture.tsx';
import { useDeleteFan } from '../fans.queries.ts';
import { useUnits } from '../units/units.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const FanDialog = overlayOnDemand(() => import('./fan-dialog.tsx'), 'FanDialog');

export function FanMenu({ fan }: { readonly fan: Fan }) {
  const [units] = useUnits();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const deletion = useDeleteFan(fan.channel_id);
  const close = () => setOpen(null);
  const remove = async () => {
    try {
      // This removes its card with this menu.
      await deletion.mutateAsync(fan.id);
      toastSuccess(t('fans.fanDeleted'));
    } catch (error) {
      close();
      toastFailure(t('fans.deleteFailed'), detailOr(error, t('common.pleaseTryAgain')));
    }
  };
  return (
    <div className="-mt-1.5 -me-1">
      <MoreMenu of={fanName(fan)}>
        <MenuItem onSelect={() => setOpen('edit')}>
          <Pencil className="size-4" />
          {t('common.edit')}
        </MenuItem>
        <MenuItem isDestructive onSelect={() => setOpen('delete')}>
          <Trash2 className="size-4" />
          {t('common.delete')}
        </MenuItem>
      </MoreMenu>
      {open === 'edit' && <FanDialog channelId={fan.channel_id} fan={fan} units={units} onClose={close} />}
      {open === 'delete' && (
        <Question
          title={t('fans.deleteQuestion')}
          description={fanName(fan)}
          no={t('common.keepIt')}
          yes={t('common.delete')}
          isBusy={deletion.isPending}
          onNo={close}
          onYes={() => void remove()}
        >
          {t('fans.deleteHint')}
        </Question>
      )}
    </div>
  );
}
