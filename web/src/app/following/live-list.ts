/** What becomes of a list of channels when one of them goes live, or off the air. */
import type { ListEvent } from '../../../../shared/channel-events.ts';
import type { Channel, ChannelOrder } from '../../../../shared/streamers.ts';

export interface ListKind {
  readonly isLiveOnly: boolean;
  readonly order: ChannelOrder;
  /** Whether the list has a channel that went live and is not in it. */
  readonly takes: (channel: Channel) => boolean;
}

export interface ListState {
  readonly channels: readonly Channel[];
  /** Whether there are no more than these. */
  readonly isWhole: boolean;
}

const OFF_AIR = { is_live: false, ingest: null, video_url: '', live_thumbnail_url: '', viewers: 0 } as const;

/** A channel as an event leaves it. */
const changedBy = (channel: Channel, event: ListEvent): Channel =>
  event.type === 'live' ? event.channel : { ...channel, ...OFF_AIR };

/**
 * The list after some events, in which everything keeps its place: one that went off the air says so where it stands, and
 * one that went live comes last, or where it belongs if that is `settled` next. The same list where nothing changes.
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
  const id = event.type === 'live' ? event.channel.id : event.id;
  if (channels.some((channel) => channel.id === id))
    return channels.map((channel) => (channel.id === id ? changedBy(channel, event) : channel));
  if (event.type === 'offline' || !kind.takes(event.channel)) return channels;
  // What belongs behind the last that is loaded comes with the next page.
  const isWithin = isWhole || channels.some((other) => ranks(kind, event.channel, other) < 0);
  return isWithin ? [...channels, event.channel] : channels;
}

/** The list with everything in its place. */
export function settled(channels: readonly Channel[], kind: ListKind): readonly Channel[] {
  const kept = kind.isLiveOnly ? channels.filter(({ is_live }) => is_live) : channels;
  const sorted = kept.toSorted((a, b) => ranks(kind, a, b));
  const isSame = sorted.length === channels.length && sorted.every((channel, at) => channel === channels[at]);
  return isSame ? channels : sorted;
}

/** As the API orders them. Of those that are off the air only it knows who never streamed: they stay as they came. */
function ranks({ order }: ListKind, a: Channel, b: Channel): number {
  if (order === 'viewers') return Number(b.is_live) - Number(a.is_live) || b.viewers - a.viewers;
  if (!a.is_live || !b.is_live) return 0;
  return order === 'followers' ? b.followers - a.followers : b.id.localeCompare(a.id);
}
