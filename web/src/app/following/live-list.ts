import type { Channel } from '#shared/channels/channels.ts';
import type { ListEvent } from '#shared/live/channel-events.ts';
import { setBounded } from '#shared/plain/bounded.ts';
import { knownAfterMs, OF_LISTS } from '#shared/plain/freshness.ts';
import { unsignedUrl } from '#web/lib/media/stream-url.ts';
import type { ListKind, ListState } from '#web/lib/api/channel-list.ts';

const OFF_AIR = { is_live: false, ingest: null, video_url: '', live_thumbnail_url: '' } as const;

/** Applies an event. Keeps viewers and title, because a start event may omit them. */
function changedBy(channel: Channel, event: ListEvent): Channel {
  // An interrupted stream is not live either, and may go on.
  if (event.type === 'offline' && !channel.is_live) return channel;
  // A hidden number stays hidden.
  if (!('channel' in event)) return { ...channel, ...OFF_AIR, viewers: channel.viewers && 0 };
  const { video_url } = event.channel;
  const isKnown =
    event.type === 'live' && channel.is_live && unsignedUrl(channel.video_url) === unsignedUrl(video_url);
  if (!isKnown) return event.channel;
  return channel.video_url === video_url ? channel : { ...channel, video_url };
}

/**
 * Applies events without moving channels: removed and offline ones stay, and new live ones go to the end until
 * `sortedList` sorts the list. Returns the same array if nothing changes.
 */
export function withEvents(
  list: ListState,
  kind: ListKind,
  events: readonly ListEvent[],
): readonly Channel[] {
  const after = (channels: readonly Channel[], event: ListEvent) =>
    withEvent({ ...list, channels }, kind, event);
  return events.reduce(after, list.channels);
}

function withEvent({ channels, isWhole }: ListState, kind: ListKind, event: ListEvent): readonly Channel[] {
  const id = idOf(event);
  if (channels.some((channel) => channel.id === id))
    return channels.map((channel) => (channel.id === id ? changedBy(channel, event) : channel));
  if (!('channel' in event) || !kind.takes(event.channel)) return channels;
  // The next page contains channels that rank behind the last loaded one.
  const counts = viewerCounts([...channels, event.channel]);
  const isWithin = isWhole || channels.some((other) => ranks(kind, event.channel, other, counts) < 0);
  return isWithin ? [...channels, event.channel] : channels;
}

/** Sorts the list and removes the ids in `gone`. */
export function sortedList(
  channels: readonly Channel[],
  kind: ListKind,
  gone: ReadonlySet<string> = new Set(),
): readonly Channel[] {
  const kept = channels.filter(({ id, is_live }) => !gone.has(id) && (is_live || !kind.isLiveOnly));
  const counts = viewerCounts(kept);
  const sorted = kept.toSorted((a, b) => ranks(kind, a, b, counts));
  const isSame = sorted.length === channels.length && sorted.every((channel, at) => channel === channels[at]);
  return isSame ? channels : sorted;
}

/** A hidden number counts as that of the channel before, so that the channel stays where the API has put it. */
function viewerCounts(channels: readonly Channel[]): ReadonlyMap<Channel, number> {
  // More than any channel has.
  let before = 1e9;
  return new Map(channels.map((channel) => [channel, (before = channel.viewers ?? before)]));
}

/**
 * Orders channels as the API does. Offline channels keep their order, because only the API knows which never
 * streamed.
 */
function ranks({ order }: ListKind, a: Channel, b: Channel, counts: ReadonlyMap<Channel, number>): number {
  if (order === 'viewers') return Number(b.is_live) - Number(a.is_live) || counts.get(b)! - counts.get(a)!;
  if (!a.is_live || !b.is_live) return 0;
  return order === 'followers' ? b.followers - a.followers : b.id.localeCompare(a.id);
}

export const LISTS_FRESH_AFTER_MS = knownAfterMs(OF_LISTS);

const KNOWN: readonly ListEvent['type'][] = ['live', 'offline', 'gone', 'shown'];

export const idOf = (event: ListEvent): string => ('channel' in event ? event.channel.id : event.id);

/** A page that is open for hours gets events of many more. */
export const MAX_CHANNELS = 1000;

/** Keeps the latest event of each channel. Events may be duplicated, late or out of order. */
export function latestEvents(nowMs: () => number) {
  const last = new Map<string, { readonly event: ListEvent; readonly atMs: number }>();
  return {
    add: (events: readonly ListEvent[]): readonly ListEvent[] =>
      events.filter((event) => {
        if (!KNOWN.includes(event.type)) return false;
        const known = last.get(idOf(event));
        if (known && known.event.version >= event.version) return false;
        setBounded(last, idOf(event), { event, atMs: nowMs() }, MAX_CHANNELS);
        return true;
      }),
    recent: (): readonly ListEvent[] =>
      [...last.values()]
        .filter(({ atMs }) => nowMs() - atMs < LISTS_FRESH_AFTER_MS)
        .map(({ event }) => event),
  };
}
