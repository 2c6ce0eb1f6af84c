/** What the socket told of channels of late: a cache may still answer with what was before that. */
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { KNOWN_AFTER_MS } from './asking.ts';

/** How something is by what an event tells of it; the same where the event is of something else. */
export type ChangedBy<Thing> = (thing: Thing, event: ChannelEvent) => Thing;

interface Told {
  readonly event: ChannelEvent;
  readonly atMs: number;
}

/** Of each channel, in its order. */
export const told = new Map<string, readonly Told[]>();

/** An answer of a channel, to a question of that moment or of now, with what it may not know of what was told. */
export const upToDate = <Thing>(
  channelId: string,
  answer: Thing,
  changedBy: ChangedBy<Thing>,
  askedMs = Date.now(),
): Thing =>
  (told.get(channelId) ?? [])
    .filter(({ atMs }) => atMs > askedMs - KNOWN_AFTER_MS)
    .reduce((thing, { event }) => changedBy(thing, event), answer);

/** Asks for something of a channel, and answers it with what a cache that answers may not know. */
export async function askUpToDate<Thing>(
  ask: () => Promise<Thing>,
  channelOf: (answer: Thing) => string,
  changedBy: ChangedBy<Thing>,
): Promise<Thing> {
  const askedMs = Date.now();
  const answer = await ask();
  return upToDate(channelOf(answer), answer, changedBy, askedMs);
}
