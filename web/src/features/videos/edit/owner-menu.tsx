import { Captions, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import type { ReadSpeedChapters } from './edit-video-dialog.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const EditVideoDialog = overlayOnDemand(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog');
const CaptionsDialog = overlayOnDemand(() => import('./captions-dialog.tsx'), 'CaptionsDialog');
const DeleteVideoDialog = overlayOnDemand(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog');

export interface OwnerMenuProps {
  readonly video: Video;
  /** Renders the choice of fans. */
  readonly fansOf: (video: Video) => ReactNode;
  /** Plays an address in an element. Returns a function that ends it. */
  readonly playIn: (video: HTMLVideoElement, url: string) => () => void;
  readonly readSpeedChapters: ReadSpeedChapters;
  readonly onDeleted?: () => void;
}

export function OwnerMenu({ video, fansOf, playIn, readSpeedChapters, onDeleted }: OwnerMenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'captions' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <div>
      <MoreMenu of={video.title}>
        <MenuItem onSelect={() => setDialog('edit')}>
          <Pencil className="size-4" />
          {t('videos.editDetails')}
        </MenuItem>
        {video.status === 'ready' && (
          <MenuItem onSelect={() => setDialog('captions')}>
            <Captions className="size-4" />
            {t('videos.captions')}
          </MenuItem>
        )}
        <MenuItem isDestructive onSelect={() => setDialog('delete')}>
          <Trash2 className="size-4" />
          {t('common.delete')}
        </MenuItem>
      </MoreMenu>
      {dialog === 'edit' && (
        <EditVideoDialog {...{ video, playIn, readSpeedChapters }} fans={fansOf(video)} onClose={close} />
      )}
      {dialog === 'captions' && <CaptionsDialog video={video} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteVideoDialog video={video} onClose={close} {...(onDeleted && { onDeleted })} />
      )}
    </div>
  );
}
