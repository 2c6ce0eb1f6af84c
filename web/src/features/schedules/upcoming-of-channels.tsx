import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Channel } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { paths } from '#web/lib/paths.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { exactly, whenWords } from './when-words.ts';

/** Of each channel. */
const MAX_BROADCASTS = 2;
const MAX_VISIBLE = 8;

const nextBroadcastsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['schedules', 'next', channelId],
    queryFn: ({ signal }) =>
      call('GET /schedules/{channel_id}', {
        params: { channel_id: channelId },
        query: { limit: String(MAX_BROADCASTS) },
        signal,
      }),
    meta: { failureLog: 'Error fetching the schedule' },
  });

interface UpcomingOfChannelsProps {
  readonly channels: readonly Pick<Channel, 'id' | 'username' | 'display_name'>[];
  /** Wraps the broadcasts with a heading. */
  readonly frame: (broadcasts: ReactNode) => ReactNode;
}

/** The next planned broadcasts of a few channels, in local time. Hidden without any. */
export function UpcomingOfChannels({ channels, frame }: UpcomingOfChannelsProps) {
  const nowMs = serverTime(useNow(MINUTE_MS));
  const lists = useQueries({ queries: channels.map(({ id }) => nextBroadcastsQuery(id)) });
  const broadcasts = channels
    .flatMap((channel, at) => (lists[at]?.data ?? []).map((occurrence) => ({ channel, occurrence })))
    .filter(({ occurrence }) => Date.parse(occurrence.ends_at) > nowMs)
    .toSorted((a, b) => a.occurrence.starts_at.localeCompare(b.occurrence.starts_at))
    .slice(0, MAX_VISIBLE);
  if (broadcasts.length === 0) return null;
  return frame(
    <ul className="grid gap-x-8 md:grid-cols-2">
      {broadcasts.map(({ channel, occurrence }) => (
        <li key={channel.id + occurrence.id} className="border-b border-line py-3">
          <time
            dateTime={occurrence.starts_at}
            title={exactly(occurrence.starts_at)}
            className="text-sm font-semibold text-accent"
          >
            {whenWords(occurrence, nowMs)}
          </time>
          <p dir="auto" className="font-medium wrap-anywhere">
            {occurrence.title}
          </p>
          <Link to={paths.channel(channel.username)} className="rounded-sm text-sm text-soft hover:underline">
            <span dir="auto">{channel.display_name}</span>
          </Link>
        </li>
      ))}
    </ul>,
  );
}
