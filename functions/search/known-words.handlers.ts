import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { changeChannel, channelsRepository } from '#functions/channels/index.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { dueNotes, updateKnownWord, updateDueWords } from '#functions/word-index/known-words.repository.ts';
import { correctable } from '#functions/word-index/spelling.ts';

export interface KnownWordsDeps {
  readonly table: Table;
  /** Refreshes the index keys of a channel's listed videos; yields the words of each. */
  readonly refreshVideos: (channelId: string) => AsyncIterable<readonly string[]>;
  readonly clock: () => number;
}

/** The item with the progress of the round through all channels: a cursor, or `done`. */
const ROUND = { pk: 'SPELLING_ROUND', sk: 'CHANNELS' };

const CHANNELS = 25;
/** The next tick continues. */
const MAX_RUN_MS = 15_000;

/** The minute tick: settles noted words, then continues the one round through channels of an earlier version. */
export async function onKnownWordsTick(deps: KnownWordsDeps): Promise<void> {
  const { table, clock } = deps;
  const endMs = clock() + MAX_RUN_MS;
  const hasTime = () => clock() < endMs;
  let notes = 0;
  for await (const page of dueNotes(table)) {
    notes += await eachItem(page, {
      step: 'search.words',
      hasTime,
      work: (note) => updateDueWords(table, note),
    });
    if (!hasTime()) break;
  }
  let channels = 0;
  const round = await getItem<{ position: string }>(table, ROUND, { isConsistent: false });
  for (let position = round?.position; position !== 'done' && hasTime();) {
    const { items, next = 'done' } = await learnPage(deps, position);
    channels += items.length;
    await putItem(table, { ...ROUND, position: next });
    position = next;
  }
  if (notes + channels > 0) logStep('search.words', { notes, channels });
}

/** May miss a channel whose list position changes meanwhile; that change itself notes the channel's words. */
async function learnPage({ table, refreshVideos }: KnownWordsDeps, cursor: string | undefined) {
  const page = await channelsRepository(table).list({ limit: CHANNELS, cursor });
  const ofVideos = new Set<string>();
  await eachItem(page.items, {
    step: 'search.words',
    work: async ({ id }) => {
      await changeChannel(table, id, () => ({}));
      for await (const words of refreshVideos(id)) for (const word of words) ofVideos.add(word);
    },
  });
  for (const word of correctable([...ofVideos])) await updateKnownWord(table, word);
  return page;
}
