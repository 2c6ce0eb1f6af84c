import { useInfiniteQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useWatchLater, watchLaterQuery } from '../../features/library/library.queries.ts';
import { VideoGridSkeleton } from '../../features/videos/lists/video-grid.tsx';
import { detailOr } from '../../lib/api/api.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { t } from '../../lib/i18n/messages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { toastFailure } from '../../ui/overlays/toast.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { GrowingList } from '../../ui/states/growing-list.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { LogInState } from './log-in-state.tsx';
import { LibraryGrid } from './library-grid.tsx';

export function WatchLaterPage() {
  useDocumentTitle(t('library.watchLater'));
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
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string, isSaved: boolean) =>
    setRemoved((known) => new Set(isSaved ? [...known].filter((other) => other !== id) : [...known, id]));
  const set = async (id: string, isSaved: boolean) => {
    show(id, isSaved);
    try {
      await mutateAsync({ id, isSaved });
    } catch (error) {
      show(id, !isSaved);
      toastFailure(t('common.error'), detailOr(error, t('common.pleaseTryAgain')));
    }
  };
  return (
    <GrowingList
      failure={t('library.laterLoadFailed')}
      skeleton={<VideoGridSkeleton />}
      list={list}
      empty={<NoneSaved />}
    >
      {(entries) => (
        <LibraryGrid
          entries={entries}
          removed={removed}
          onRemove={(id) => void set(id, false)}
          onRestore={(id) => void set(id, true)}
        />
      )}
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
