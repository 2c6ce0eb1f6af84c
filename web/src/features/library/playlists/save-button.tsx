import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { IconButton } from '#web/ui/button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import type { Liked } from '../likes.queries.ts';

const SaveToPlaylist = overlayOnDemand(() => import('./save-to-playlist.tsx'), 'SaveToPlaylist');

/** Opens the choice of playlists for a video or clip. For signed-in people. */
export function PlaylistButton({ liked }: { readonly liked: Liked }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('library.saveToPlaylist')}
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <ListPlus className="rtl:-scale-x-100 size-5" />
      </IconButton>
      {isOpen && <SaveToPlaylist liked={liked} onClose={() => setIsOpen(false)} />}
    </>
  );
}
