import { useInfiniteQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useWatchLater, watchLaterQuery } from '#web/features/library/library.queries.ts';
import { VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { LibraryGrid } from './library-grid.tsx';
import { LogInState } from './log-in-state.tsx';
import { useRemovals } from './use-removals.ts';

export function WatchLaterPage() {
  return (
    <LibraryFrame title={t('library.watchLater')} signedOut={<SignedOut />}>
      <WatchLater />
    </LibraryFrame>
  );
}

const SignedOut = () => (
  <LogInState icon={<Clock className="size-6" />} title={t('library.loggedOut')}>
    {t('library.loggedOutHint')}
  </LogInState>
);

function WatchLater() {
  const list = useInfiniteQuery(watchLaterQuery());
  const { mutateAsync } = useWatchLater();
  const set = (isSaved: boolean) => (id: string) => mutateAsync({ id, isSaved });
  const { removed, remove, restore } = useRemovals(set(false), set(true));
  return (
    <GrowingList
      failure={t('library.laterLoadFailed')}
      skeleton={<VideoGridSkeleton />}
      list={list}
      empty={<NoneSaved />}
    >
      {(entries) => <LibraryGrid entries={entries} removed={removed} onRemove={remove} onRestore={restore} />}
    </GrowingList>
  );
}

const NoneSaved = () => (
  <EmptyState
    icon={<Clock className="size-6" />}
    title={t('library.noneSaved')}
    action={<ButtonLink to={paths.browse('videos')}>{t('library.browseVideos')}</ButtonLink>}
  >
    {t('library.noneSavedHint')}
  </EmptyState>
);
