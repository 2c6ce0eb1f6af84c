import { useInfiniteQuery } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import type { LikedEntry } from '#shared/channels/library.ts';
import { likesQuery, useLike } from '#web/features/library/likes.queries.ts';
import { VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { LibraryGrid } from './library-grid.tsx';
import { LogInState } from './log-in-state.tsx';
import { useRemovals } from './use-removals.ts';

export function LikedPage() {
  return (
    <LibraryFrame title={t('library.liked')} signedOut={<SignedOut />}>
      <Likes />
    </LibraryFrame>
  );
}

const SignedOut = () => (
  <LogInState icon={<ThumbsUp className="size-6" />} title={t('library.likedLoggedOut')}>
    {t('library.likedLoggedOutHint')}
  </LogInState>
);

function Likes() {
  const list = useInfiniteQuery(likesQuery());
  const { mutateAsync } = useLike();
  const kindOf = (id: string): LikedEntry['kind'] =>
    itemsOf(list.data?.pages ?? []).find((entry) => entry.id === id)?.kind ?? 'video';
  const set = (isLiked: boolean) => (id: string) => mutateAsync({ kind: kindOf(id), id, isLiked });
  const { removed, remove, restore } = useRemovals(set(false), set(true));
  return (
    <GrowingList
      failure={t('library.likedLoadFailed')}
      skeleton={<VideoGridSkeleton />}
      list={list}
      empty={<NoneLiked />}
    >
      {(entries) => <LibraryGrid entries={entries} removed={removed} onRemove={remove} onRestore={restore} />}
    </GrowingList>
  );
}

const NoneLiked = () => (
  <EmptyState
    icon={<ThumbsUp className="size-6" />}
    title={t('library.noneLiked')}
    action={<ButtonLink to={paths.browse('videos')}>{t('library.browseVideos')}</ButtonLink>}
  >
    {t('library.noneLikedHint')}
  </EmptyState>
);
