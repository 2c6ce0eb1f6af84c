import type { KnownWordsPorts } from './ports.ts';

/** Notes of one go, and channels of one page. */
const NOTES = 25;
const CHANNELS = 25;
/** The next minute goes on from there. */
const MAX_RUN_MS = 15_000;

export interface Upkeep {
  readonly notes: number;
  readonly channels: number;
}

/**
 * The minute tick: settles the words that were noted, then goes on with the one round through all channels that
 * brings those of an earlier version, and their videos, to where they are looked for. Answers how much it did.
 */
export async function keepKnownWords(ports: KnownWordsPorts): Promise<Upkeep> {
  const endMs = ports.clock() + MAX_RUN_MS;
  let notes = 0;
  for (let settled = NOTES; settled === NOTES && ports.clock() < endMs; notes += settled)
    settled = await ports.settleDue(NOTES);
  let channels = 0;
  for (let position = await ports.round.find(); position !== 'done' && ports.clock() < endMs;) {
    const { items, next = 'done' } = await learnPage(ports, position);
    channels += items.length;
    await ports.round.save(next);
    position = next;
  }
  return { notes, channels };
}

/**
 * Channels that change their place meanwhile may be missed, but not their words: whatever changes a place also notes
 * the words of a channel that had none noted.
 */
async function learnPage(ports: KnownWordsPorts, cursor: string | undefined) {
  const page = await ports.channels.list({ live: undefined, limit: CHANNELS, cursor });
  const ofVideos = new Set<string>();
  for (const { id } of page.items) {
    await ports.refresh(id);
    for await (const words of ports.refreshVideos(id)) for (const word of words) ofVideos.add(word);
  }
  for (const word of ofVideos) await ports.settle(word);
  return page;
}
