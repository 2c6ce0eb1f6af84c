import { logStep } from '../log/log.ts';
import type { knownWordsAdapters } from './known-words.adapters.ts';

export type KnownWordsDeps = ReturnType<typeof knownWordsAdapters> & { readonly clock: () => number };

const NOTES = 25;
const CHANNELS = 25;
/** The next tick continues. */
const MAX_RUN_MS = 15_000;

/** Runs with each minute's tick. */
export async function onKnownWordsTick(deps: KnownWordsDeps): Promise<void> {
  const { notes, channels } = await keepKnownWords(deps);
  if (notes + channels > 0) logStep('search.words', { notes, channels });
}

/** Settles noted words, then continues the one round through channels of an earlier version. */
async function keepKnownWords(deps: KnownWordsDeps) {
  const endMs = deps.clock() + MAX_RUN_MS;
  let notes = 0;
  for (let settled = NOTES; settled === NOTES && deps.clock() < endMs; notes += settled)
    settled = await deps.settleDue(NOTES);
  let channels = 0;
  for (let position = await deps.round.find(); position !== 'done' && deps.clock() < endMs;) {
    const { items, next = 'done' } = await learnPage(deps, position);
    channels += items.length;
    await deps.round.save(next);
    position = next;
  }
  return { notes, channels };
}

/**
 * May miss a channel whose list position changes meanwhile; that change itself notes the channel's words.
 */
async function learnPage(deps: KnownWordsDeps, cursor: string | undefined) {
  const page = await deps.channels.list({ live: undefined, limit: CHANNELS, cursor });
  const ofVideos = new Set<string>();
  for (const { id } of page.items) {
    await deps.refresh(id);
    for await (const words of deps.refreshVideos(id)) for (const word of words) ofVideos.add(word);
  }
  for (const word of ofVideos) await deps.settle(word);
  return page;
}
