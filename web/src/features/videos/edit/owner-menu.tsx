import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Video } from '../../../../../shared/videos/videos.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';

const EditVideoDialog = onDemand(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog', {
  isOverlay: true,
});
const DeleteVideoDialog = onDemand(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog', {
  isOverlay: true,
});

interface OwnerMenuProps {
  readonly video: Video;
  /** Renders the choice of fans. */
  readonly fansOf: (video: Video) => ReactNode;
  readonly onDeleted?: () => void;
}

export function OwnerMenu({ video, fansOf, onDeleted }: OwnerMenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <div>
      <Menu
        label={`More for ${video.title}`}
        icon={<EllipsisVertical className="size-5" />}
        buttonClassName="grid size-10 place-items-center pointer-coarse:size-11 rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised"
        listClassName="right-0 top-full mt-1 w-44 rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30"
      >
        <MenuItem className={ITEM} onSelect={() => setDialog('edit')}>
          <Pencil className="size-4" />
          Edit details
        </MenuItem>
        <MenuItem className={`${ITEM} text-danger`} onSelect={() => setDialog('delete')}>
          <Trash2 className="size-4" />
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <EditVideoDialog video={video} fans={fansOf(video)} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteVideoDialog video={video} onClose={close} {...(onDeleted && { onDeleted })} />
      )}
    </div>
  );
}

const ITEM =
  'flex h-10 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-left text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-none';
