/** Updates lists of channels when a channel goes live, off the air, or is deleted. */
import type { Channel, ChannelOrder } from '../../../../shared/channels/streamers.ts';
import type { ListEvent } from '../../../../shared/live/channel-events.ts';
import { knownAfterMs, OF_LISTS } from '../../../../shared/plain/freshness.ts';

export interface ListKind {
  readonly isLiveOnly: boolean;
  readonly order: ChannelOrder;
  /** Whether a channel that goes live belongs into the list. */
  readonly takes: (channel: Channel) => boolean;
}

export interface ListState {
  readonly channels: readonly Channel[];
  /** Whether there are no more than these. */
  readonly isWhole: boolean;
}

const OFF_AIR = { is_live: false, ingest: null, video_url: '', live_thumbnail_url: '', viewers: 0 } as const;

/** The channel after an event. A live one keeps its viewers and title, which the event of its start may lack. */
function changedBy(channel: Channel, event: ListEvent): Channel {
  if (!('channel' in event)) return { ...channel, ...OFF_AIR };
  const isKnown = event.type === 'live' && channel.is_live && channel.video_url === event.channel.video_url;
  return isKnown ? channel : event.channel;
}

/**
 * The list after some events, without moving any channel: deleted ones and those off the air stay where they are, and one
 * that went live is added at the end (`settled` sorts it in). Returns the same array if nothing changes.
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
  // A channel that ranks behind the last loaded one comes with the next page.
  const isWithin = isWhole || channels.some((other) => ranks(kind, event.channel, other) < 0);
  return isWithin ? [...channels, event.channel] : channels;
}

/** The list sorted, without the channels whose ids are in `gone`. */
export function settled(
  channels: readonly Channel[],
  kind: ListKind,
  gone: ReadonlySet<string> = new Set(),
): readonly Channel[] {
  const kept = channels.filter(({ id, is_live }) => !gone.has(id) && (is_live || !kind.isLiveOnly));
  const sorted = kept.toSorted((a, b) => ranks(kind, a, b));
  const isSame = sorted.length === channels.length && sorted.every((channel, at) => channel === channels[at]);
  return isSame ? channels : sorted;
}

/** The API's order. Channels off the air stay as they came, as only the API knows which never streamed. */
function ranks({ order }: ListKind, a: Channel, b: Channel): number {
  if (order === 'viewers') return Number(b.is_live) - Number(a.is_live) || b.viewers - a.viewers;
  if (!a.is_live || !b.is_live) return 0;
  return order === 'followers' ? b.followers - a.followers : b.id.localeCompare(a.id);
}

/** No HTTP cache answers with an older list after this time. */
export const LISTS_FRESH_AFTER_MS = knownAfterMs(OF_LISTS);

const KNOWN: readonly ListEvent['type'][] = ['live', 'offline', 'gone', 'shown'];

/** The channel's id. */
export const idOf = (event: ListEvent): string => ('channel' in event ? event.channel.id : event.id);

/** Keeps the latest event of each channel. Events may come twice, late, and out of order. */
export function latestEvents(nowMs: () => number) {
  const last = new Map<string, { readonly event: ListEvent; readonly atMs: number }>();
  return {
    /** Stores events; returns those that are new and of a known type. */
    add: (events: readonly ListEvent[]): readonly ListEvent[] =>
      events.filter((event) => {
        if (!KNOWN.includes(event.type)) return false;
        const known = last.get(idOf(event));
        if (known && known.event.version >= event.version) return false;
        last.set(idOf(event), { event, atMs: nowMs() });
        return true;
      }),
    /** The events that a response may lack. */
    recent: (): readonly ListEvent[] =>
      [...last.values()]
        .filter(({ atMs }) => nowMs() - atMs < LISTS_FRESH_AFTER_MS)
        .map(({ event }) => event),
  };
}
