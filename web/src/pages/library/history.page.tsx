import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { HistoryEntry } from '#shared/channels/library.ts';
import {
  historyQuery,
  historySettingsQuery,
  noteBroadcast,
  noteWatched,
  removeFromHistory,
  useClearHistory,
  usePauseHistory,
} from '#web/features/library/history.queries.ts';
import { endBeginsS } from '#web/features/library/watch-notes.ts';
import { VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { LibraryGrid } from './library-grid.tsx';
import { LogInState } from './log-in-state.tsx';
import { useRemovals } from './use-removals.ts';

export function HistoryPage() {
  return (
    <LibraryFrame title={t('library.history')} signedOut={<SignedOut />}>
      <WatchHistory />
    </LibraryFrame>
  );
}

const SignedOut = () => (
  <LogInState icon={<History className="size-6" />} title={t('library.historyLoggedOut')}>
    {t('library.historyLoggedOutHint')}
  </LogInState>
);

function WatchHistory() {
  const list = useInfiniteQuery(historyQuery());
  const { removed, remove, restore } = useRemovals(removeFromHistory, (id) =>
    restoreEntry(entryOf(list.data?.pages, id)),
  );
  const settings = <HistorySettings hasEntries={(list.data?.pages[0]?.items.length ?? 0) > 0} />;
  return (
    <>
      {settings}
      <GrowingList
        failure={t('library.historyLoadFailed')}
        skeleton={<VideoGridSkeleton />}
        list={list}
        empty={<NoneWatched />}
      >
        {(entries) => (
          <LibraryGrid
            entries={entries}
            removed={removed}
            onRemove={remove}
            onRestore={restore}
            momentOf={replayAt}
            noteOf={(entry) => <Watched entry={entry} />}
          />
        )}
      </GrowingList>
    </>
  );
}

const entryOf = (
  pages: readonly { readonly items: readonly HistoryEntry[] }[] | undefined,
  id: string,
): HistoryEntry | undefined => pages?.flatMap(({ items }) => items).find((entry) => entry.id === id);

/** A broadcast is restored as its replay, if there is one. */
async function restoreEntry(entry: HistoryEntry | undefined): Promise<void> {
  if (entry?.channel && !entry.video) await noteBroadcast(entry.channel.id);
  else if (entry) await noteWatched(entry.video?.id ?? entry.id, entry.position_s);
}

/** The page of a video continues where it was watched to, but that of a replay does not know how far it was watched live. */
function replayAt({ channel, video, position_s }: HistoryEntry) {
  const isBeforeEnd = position_s < endBeginsS(video?.duration_s ?? 0);
  return channel && isBeforeEnd ? { atS: position_s } : undefined;
}

/** How far and when a video was watched. */
function Watched({ entry: { at, position_s, video } }: { readonly entry: HistoryEntry }) {
  const age = useAge(at);
  if (!video) return <p className="mt-1 text-sm text-soft">{t('library.watchedLive', { age })}</p>;
  const durationS = video.duration_s ?? Infinity;
  const isWhole = position_s >= Math.floor(endBeginsS(durationS));
  const share = isWhole ? 1 : position_s / durationS;
  return (
    <>
      <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 text-sm text-soft">
        {isWhole
          ? t('library.watchedWhole', { age })
          : t('library.watchedTo', { time: formatClock(position_s), age })}
      </p>
    </>
  );
}

function HistorySettings({ hasEntries }: { readonly hasEntries: boolean }) {
  const { data } = useQuery(historySettingsQuery());
  const pausing = usePauseHistory();
  const clearing = useClearHistory();
  const [cleared, setCleared] = useState(0);
  if (!data) return null;
  const failed = (error: unknown) => toastFailed(t('library.historyNotChanged'), error);
  const clear = () => {
    const onSuccess = () => {
      toastSuccess(t('library.historyCleared'));
      setCleared((times) => times + 1);
    };
    clearing.mutate(undefined, { onSuccess, onError: failed });
  };
  return (
    <div className="mb-6 flex items-center gap-x-8 gap-y-4 max-sm:flex-wrap rounded-card border sm:w-fit border-line bg-surface p-4">
      <div className="w-full max-w-xl">
        <Switch
          label={t('library.keepHistory')}
          note={t('library.keepHistoryHint')}
          checked={!(pausing.isPending ? pausing.variables : data.is_paused)}
          disabled={pausing.isPending}
          onChange={(isOn) => pausing.mutate(!isOn, { onError: failed })}
        />
      </div>
      {hasEntries && (
        <div key={cleared} className="flex flex-wrap gap-2 whitespace-nowrap">
          <ConfirmedButton
            label={t('library.clearHistory')}
            confirmation={t('library.clearHistory')}
            onConfirm={clear}
          />
        </div>
      )}
    </div>
  );
}

const NoneWatched = () => (
  <EmptyState
    icon={<History className="size-6" />}
    title={t('library.noneWatched')}
    action={<ButtonLink to={paths.browse('videos')}>{t('library.browseVideos')}</ButtonLink>}
  >
    {t('library.noneWatchedHint')}
  </EmptyState>
);
