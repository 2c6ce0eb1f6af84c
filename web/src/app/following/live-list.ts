/** What becomes of a list of channels when one of them goes live, off the air, or away. */
import type { ListEvent } from '../../../../shared/live/channel-events.ts';
import type { Channel, ChannelOrder } from '../../../../shared/channels/streamers.ts';
import { idOf } from './latest-news.ts';

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

/** A channel as an event leaves it. One that is live knows more than the event of its start: viewers and a new title. */
function changedBy(channel: Channel, event: ListEvent): Channel {
  if (!('channel' in event)) return { ...channel, ...OFF_AIR };
  const isKnown = event.type === 'live' && channel.is_live && channel.video_url === event.channel.video_url;
  return isKnown ? channel : event.channel;
}

/**
 * The list after some events, in which everything keeps its place: one that went off the air, or is gone, is off the air
 * where it stands, and one that went live comes last, or where it belongs if that is `settled` next. The same list where
 * nothing changes.
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
  // What belongs behind the last that is loaded comes with the next page.
  const isWithin = isWhole || channels.some((other) => ranks(kind, event.channel, other) < 0);
  return isWithin ? [...channels, event.channel] : channels;
}

/** The list with everything in its place, and without those that are `gone`, by id. */
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

/** As the API orders them. Of those that are off the air only it knows who never streamed: they stay as they came. */
function ranks({ order }: ListKind, a: Channel, b: Channel): number {
  if (order === 'viewers') return Number(b.is_live) - Number(a.is_live) || b.viewers - a.viewers;
  if (!a.is_live || !b.is_live) return 0;
  return order === 'followers' ? b.followers - a.followers : b.id.localeCompare(a.id);
}
