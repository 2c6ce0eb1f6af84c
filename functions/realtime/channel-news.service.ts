import type { ChannelEvent, ListEvent } from '#shared/live/channel-events.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { ChannelChange } from '#functions/base/channel-change.ts';
import type { AnnounceDeps } from './announce.adapters.ts';
import { announceToChannel, announceToLists } from './announce.service.ts';

/** Publishes a change of a channel to the open pages that display it. Never throws. */
export async function publishChannelChange(ports: AnnounceDeps, change: ChannelChange): Promise<void> {
  const event = channelEvent(change);
  const listed = listEvent(change);
  await Promise.all([
    event && announceToChannel(ports, change.id, event, change.counted?.after),
    listed && announceToLists(ports, listed),
  ]);
}

/** The event for the channel's page; `null` if nothing visible has changed. */
export function channelEvent({ before, after, version, counted }: ChannelChange): ChannelEvent | null {
  if (!after) return { type: 'gone' };
  if (!before) return { type: 'stream', channel: after, version };
  const differ = (Object.keys({ ...before, ...after }) as (keyof Channel)[]).filter(
    (name) => !isSame(before[name], after[name]),
  );
  const isRecounted = counted !== undefined && counted.before !== counted.after;
  // Where the number is hidden, the event still brings that of followers.
  if (differ.length === 0 && !isRecounted) return null;
  const { viewers, followers } = after;
  return differ.every((name) => name === 'viewers' || name === 'followers')
    ? { type: 'viewers', viewers, followers }
    : { type: 'stream', channel: after, version };
}

/** The event for lists of channels; `null` if the channel stays visible and its live state is unchanged. */
export function listEvent({ id, before, after, version }: ChannelChange): ListEvent | null {
  if (!after) return { type: 'gone', id, version };
  if (before === null) return { type: 'shown', channel: after, version };
  if (!before || before.is_live === after.is_live) return null;
  return after.is_live ? { type: 'live', channel: after, version } : { type: 'offline', id, version };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
