import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Fan } from '../../../../../shared/channels/fans.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { overlayOnDemand } from '../../../ui/on-demand.tsx';
import { MoreItem, MoreMenu } from '../../../ui/overlays/more-menu.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.tsx';
import { fanName } from '../fan-picture.tsx';
import { useDeleteFan } from '../fans.queries.ts';
import { useUnits } from '../units/units.tsx';

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
      toastSuccess('Fan deleted');
    } catch (error) {
      close();
      toastFailure('The fan could not be deleted', detailOr(error, 'Please try again.'));
    }
  };
  return (
    <div className="-mt-1.5 -mr-1">
      <MoreMenu of={fanName(fan)}>
        <MoreItem onSelect={() => setOpen('edit')}>
          <Pencil className="size-4" />
          Edit
        </MoreItem>
        <MoreItem isDestructive onSelect={() => setOpen('delete')}>
          <Trash2 className="size-4" />
          Delete
        </MoreItem>
      </MoreMenu>
      {open === 'edit' && <FanDialog channelId={fan.channel_id} fan={fan} units={units} onClose={close} />}
      {open === 'delete' && (
        <Question
          title="Delete this fan?"
          description={fanName(fan)}
          no="Keep it"
          yes="Delete"
          isBusy={deletion.isPending}
          onNo={close}
          onYes={() => void remove()}
        >
          It goes from your collection, with its pictures, and from the videos that show it.
        </Question>
      )}
    </div>
  );
}
