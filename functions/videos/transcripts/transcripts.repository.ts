import { dueKeys } from '#functions/aws/table/due-queue.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, ofVersion, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import {
  TRANSCRIPT_QUEUE,
  type Transcript,
  transcriptKey,
  transcriptWordKey,
  type TranscriptWords,
} from '../table/transcript.item.ts';

/** Marks a word that is recorded but perhaps not written. */
const UNKNOWN_S = -1;
const AT_ONCE = 10;

export type TranscriptsRepository = ReturnType<typeof transcriptsRepository>;

export const transcriptsRepository = (table: Table) => ({
  /** Leases it until `dueMs`; `null` when another process has it or the video has changed. */
  claim: async ({ id, gsi1sk }: Transcript, dueMs: number): Promise<Transcript | null> => {
    const condition = { if: 'gsi1sk = :listed', values: { ':listed': gsi1sk } };
    const isClaimed = await updateItem(
      table,
      transcriptKey(id),
      dueKeys(TRANSCRIPT_QUEUE, id, dueMs),
      condition,
    );
    return isClaimed ? ((await getItem<Transcript>(table, transcriptKey(id))) ?? null) : null;
  },
  /** Replaces the indexed words. If the video changes meanwhile, the transcript stays due. */
  replaceWords: async (transcript: Transcript, next: TranscriptWords): Promise<void> => {
    const { id, version, words = {} } = transcript;
    const isSame = ofVersion(version);
    const changed = Object.entries(next).filter(([word, atS]) => words[word] !== atS);
    const removed = Object.keys(words).filter((word) => !Object.hasOwn(next, word));
    // Recorded first, so that no word outlives a process that dies.
    const recorded = { ...words, ...Object.fromEntries(changed.map(([word]) => [word, UNKNOWN_S])) };
    if (changed.length > 0 && !(await updateItem(table, transcriptKey(id), { words: recorded }, isSame)))
      return;
    const writes = [
      ...changed.map(
        ([word, at_s]) =>
          () =>
            putItem(table, { ...transcriptWordKey(id, word), at_s }),
      ),
      ...removed.map((word) => () => deleteItem(table, transcriptWordKey(id, word))),
    ];
    const failed = (count: number) => `${count} words of ${id} failed`;
    await eachAtOnce(writes, { atOnce: AT_ONCE, failed }, (write) => write());
    if (Object.keys(next).length === 0) {
      await deleteItem(table, transcriptKey(id), isSame);
      return;
    }
    const done = { words: next, gsi1pk: undefined, gsi1sk: undefined };
    await updateItem(table, transcriptKey(id), done, isSame);
  },
});
