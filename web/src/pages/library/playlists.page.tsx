import { useInfiniteQuery } from '@tanstack/react-query';
import { ListVideo, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PlaylistGrid } from '#web/features/library/playlists/playlist-grid.tsx';
import { ownPlaylistsQuery } from '#web/features/library/playlists/playlists.queries.ts';
import { VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { LogInState } from './log-in-state.tsx';

const PlaylistDialog = overlayOnDemand(
  () => import('#web/features/library/playlists/playlist-dialog.tsx'),
  'PlaylistDialog',
);

/** /playlists: the reader's own. */
export function PlaylistsPage() {
  return (
    <LibraryFrame title={t('library.playlists')} signedOut={<SignedOut />}>
      <Playlists />
    </LibraryFrame>
  );
}

const SignedOut = () => (
  <LogInState icon={<ListVideo className="size-6" />} title={t('library.playlistsLoggedOut')}>
    {t('library.playlistsLoggedOutHint')}
  </LogInState>
);

function Playlists() {
  const list = useInfiniteQuery(ownPlaylistsQuery());
  const none = (
    <EmptyState
      icon={<ListVideo className="size-6" />}
      title={t('library.nonePlaylists')}
      action={<NewPlaylist />}
    >
      {t('library.nonePlaylistsHint')}
    </EmptyState>
  );
  const above = (
    <div className="mb-5">
      <NewPlaylist />
    </div>
  );
  return (
    <GrowingList
      failure={t('library.playlistsLoadFailed')}
      skeleton={<VideoGridSkeleton />}
      list={list}
      above={above}
      empty={none}
    >
      {(playlists) => <PlaylistGrid playlists={playlists} level={2} />}
    </GrowingList>
  );
}

/** Opens the page of the new playlist. */
function NewPlaylist() {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Plus className="size-4" />
        {t('library.newPlaylist')}
      </Button>
      {isOpen && (
        <PlaylistDialog
          onSaved={({ id }) => void navigate(paths.playlist(id))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
