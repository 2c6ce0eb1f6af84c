import { Clock, ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { toast, toastFailed } from '#web/ui/overlays/toast.tsx';
import { useWatchLater } from './library.queries.ts';
import { saved } from './watch-later-button.tsx';

const SaveToPlaylist = overlayOnDemand(() => import('./playlists/save-to-playlist.tsx'), 'SaveToPlaylist');

/** Does not read whether the video is saved, because a list has many. */
export function SaveMenu({ video: { id, title } }: { readonly video: Video }) {
  const { mutateAsync } = useWatchLater();
  const [isChoosing, setIsChoosing] = useState(false);
  const save = async () => {
    try {
      await mutateAsync({ id, isSaved: true });
      toast(saved());
    } catch (error) {
      toastFailed(t('library.laterNotChanged'), error);
    }
  };
  return (
    <>
      <MoreMenu of={title}>
        <MenuItem onSelect={() => void save()}>
          <Clock className="size-4" />
          {t('library.watchLater')}
        </MenuItem>
        <MenuItem onSelect={() => setIsChoosing(true)}>
          <ListPlus className="rtl:-scale-x-100 size-4" />
          {t('library.saveToPlaylist')}
        </MenuItem>
      </MoreMenu>
      {isChoosing && <SaveToPlaylist liked={{ kind: 'video', id }} onClose={() => setIsChoosing(false)} />}
    </>
  );
}
