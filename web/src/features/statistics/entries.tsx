import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { VIDEO_STEPS } from '#shared/limits.ts';
import type { BroadcastStatistics, VideoStatistics } from '#shared/live/statistics.ts';
import { formatCount, viewersText } from '#web/lib/i18n/counts.ts';
import { formatMoment, formatShortDay, formatTime } from '#web/lib/i18n/dates.ts';
import { formatClock, formatFigures, formatNumber, formatPercent, viewsText } from '#web/lib/i18n/numbers.ts';
import type { Page } from '#web/lib/api/api.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { CsvButton } from './csv-button.tsx';
import { Origins } from './groups.tsx';
import { LineChart } from './line-chart.tsx';
import {
  broadcastDetailsQuery,
  broadcastStatisticsQuery,
  videoDetailsQuery,
  videoStatisticsQuery,
} from './statistics.queries.ts';

interface OfChannel {
  readonly channelId: string;
}

/** The broadcasts, each with its details on request. */
export function BroadcastEntries({ channelId }: OfChannel) {
  const list = useInfiniteQuery(broadcastStatisticsQuery(channelId));
  return (
    <Entries
      list={list}
      file="broadcasts.csv"
      empty={t('statistics.noBroadcasts')}
      entryOf={(broadcast: BroadcastStatistics) => (
        <Entry
          key={broadcast.started_at}
          title={broadcast.title}
          facts={[
            formatMoment(broadcast.started_at),
            t('statistics.peakOf', { viewers: viewersText(broadcast.peak_viewers) }),
            t('statistics.hoursWatched', { hours: formatNumber(broadcast.watched_hours, 1) }),
          ]}
        >
          <Broadcast channelId={channelId} startedAt={broadcast.started_at} />
        </Entry>
      )}
    />
  );
}

/** The videos, each with its details on request. */
export function VideoEntries({ channelId }: OfChannel) {
  const list = useInfiniteQuery(videoStatisticsQuery(channelId));
  return (
    <Entries
      list={list}
      file="videos.csv"
      empty={t('statistics.noVideos')}
      entryOf={(video: VideoStatistics) => (
        <Entry
          key={video.video_id}
          title={video.title}
          facts={[
            formatShortDay(video.created_at),
            viewsText(video.views),
            t('statistics.hoursWatched', { hours: formatNumber(video.watched_hours, 1) }),
          ]}
        >
          <Video channelId={channelId} videoId={video.video_id} />
        </Entry>
      )}
    />
  );
}

interface EntriesProps<T> {
  readonly list: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** Of the download. */
  readonly file: string;
  readonly empty: string;
  readonly entryOf: (item: T) => ReactNode;
}

type Row = Readonly<Record<string, string | number>>;

const itemsIn = <T,>(pages: readonly Page<T>[]): T[] => pages.flatMap(({ items }) => items);

function Entries<T extends Row>({ list, file, empty, entryOf }: EntriesProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  /** With the entries that are not on the page yet. */
  const download = async () => {
    let all: Pick<typeof list, 'data' | 'hasNextPage' | 'isError'> = list;
    while (all.hasNextPage && !all.isError) all = await list.fetchNextPage();
    if (!all.isError) downloadCsv(file, itemsIn(all.data?.pages ?? []));
  };
  return (
    <Loaded query={list} failure={t('statistics.loadFailed')}>
      {({ pages }) => {
        const items = itemsIn(pages);
        if (items.length === 0) return <p className="text-soft">{empty}</p>;
        return (
          <div ref={box}>
            <ul className="space-y-2">{items.map(entryOf)}</ul>
            <LoadMore visible={items.length} box={box} entry="summary" list={list} />
            <CsvButton onClick={() => void download()} />
          </div>
        );
      }}
    </Loaded>
  );
}

interface EntryProps {
  readonly title: string;
  readonly facts: readonly string[];
  readonly children: ReactNode;
}

/** Requests its details when it is opened for the first time. */
function Entry({ title, facts, children }: EntryProps) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <li>
      <details className="card" onToggle={({ currentTarget }) => currentTarget.open && setIsOpened(true)}>
        <summary className="cursor-pointer p-4">
          <bdi className="font-semibold wrap-anywhere">{title}</bdi>
          <span className="mt-0.5 block text-sm text-soft tabular-nums">{formatFigures(facts)}</span>
        </summary>
        {isOpened && <div className="border-t border-line p-4">{children}</div>}
      </details>
    </li>
  );
}

function Broadcast({ channelId, startedAt }: OfChannel & { readonly startedAt: string }) {
  const query = useQuery(broadcastDetailsQuery(channelId, startedAt));
  return (
    <Loaded query={query} failure={t('statistics.loadFailed')} isInCard>
      {({ points, sources, languages, average_viewers, messages, new_followers }) => (
        <div className="space-y-6">
          <p className="text-sm text-soft tabular-nums">
            {formatFigures([
              `${t('statistics.averageViewers')}: ${formatNumber(average_viewers, 1)}`,
              `${t('statistics.messages')}: ${formatNumber(messages)}`,
              `${t('statistics.newFollowers')}: ${formatNumber(new_followers)}`,
            ])}
          </p>
          <div className="grid gap-8 lg:grid-cols-2">
            <LineChart
              title={t('statistics.viewers')}
              of={t('statistics.time')}
              points={points.map(({ at, viewers }) => ({ label: formatTime(at), value: viewers }))}
              format={formatCount}
            />
            <LineChart
              title={t('statistics.messagesAMinute')}
              of={t('statistics.time')}
              points={points.map(({ at, messages: written }) => ({ label: formatTime(at), value: written }))}
              format={formatCount}
            />
          </div>
          <Origins sources={sources} languages={languages} />
        </div>
      )}
    </Loaded>
  );
}

function Video({ channelId, videoId }: OfChannel & { readonly videoId: string }) {
  const query = useQuery(videoDetailsQuery(channelId, videoId));
  return (
    <Loaded query={query} failure={t('statistics.loadFailed')} isInCard>
      {({ retention, duration_s, sources, languages }) => (
        <div className="space-y-6">
          {retention ? (
            <LineChart
              title={t('statistics.retention')}
              of={t('statistics.position')}
              points={retention.map((percent, step) => ({
                label: formatClock((step * duration_s) / VIDEO_STEPS),
                value: percent / 100,
              }))}
              highest={1}
              format={formatPercent}
            />
          ) : (
            <p className="text-sm text-soft">{t('statistics.retentionTooFew')}</p>
          )}
          <Origins sources={sources} languages={languages} />
        </div>
      )}
    </Loaded>
  );
}
