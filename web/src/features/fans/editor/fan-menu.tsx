import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Fan } from '../../../../../shared/channels/fans.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.tsx';
import { fanName } from '../fan-picture.tsx';
import { useDeleteFan } from '../fans.queries.ts';
import { useUnits } from '../units/units.ts';

const FanDialog = onDemand(() => import('./fan-dialog.tsx'), 'FanDialog', { isOverlay: true });

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
      <Menu
        label={`More for ${fanName(fan)}`}
        icon={<EllipsisVertical className="size-5" />}
        buttonClassName="grid size-10 place-items-center pointer-coarse:size-11 rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised"
        listClassName="right-0 top-full mt-1 w-44 rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30"
      >
        <MenuItem className={ITEM} onSelect={() => setOpen('edit')}>
          <Pencil className="size-4" />
          Edit
        </MenuItem>
        <MenuItem className={`${ITEM} text-danger`} onSelect={() => setOpen('delete')}>
          <Trash2 className="size-4" />
          Delete
        </MenuItem>
      </Menu>
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

const ITEM =
  'flex h-10 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-left text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-none';
