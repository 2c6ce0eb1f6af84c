/**
 * The indexed words, for correcting misspelt ones. Items:
 *
 * | item                         | pk                | sk            |
 * |------------------------------|-------------------|---------------|
 * | words with a form in common  | `SPELLING#<form>` | `WORDS`       |
 * | words to be checked again     | `SPELLING_DUE`    | `<key>#<version>` |
 *
 * A word is stored under each of its forms (`spelling.ts`); while it is under itself, it is under all of them. `updateKnownWord`
 * derives from the word lists whether a word is known. A change of a channel or video notes added and removed words in
 * its own transaction (`wordNoteWrites`); the same process settles them afterwards, and the tick those of a process that died.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { BATCH_KEYS, getMany, pagesOf, queryPage } from '#functions/aws/table/read-items.ts';
import { retryOnConflict, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { formsOf, correctable } from './spelling.ts';
import { channelWordPartition, TIERS, videoWordPartition } from './word-lists.ts';
import { deleteItem } from '#functions/aws/table/write-items.ts';

/** Words under one form, which cost one read unit; later ones are not suggested. */
export const MAX_WORDS_OF_FORM = 40;

const NOTES_A_PAGE = 25;

export const DUE_PARTITION = 'SPELLING_DUE';
export const formKey = (form: string) => ({ pk: `SPELLING#${form}`, sk: 'WORDS' });

interface Note extends ReturnType<typeof wordChange> {
  /** The partition key of a channel or video. */
  readonly owner: string;
  /** Of the owner before the change. */
  readonly version: number;
}

/** Added and removed words. `isNoted`: whether the words from before were noted when they were added. */
export const wordChange = (before: readonly string[], after: readonly string[], isNoted: boolean) => ({
  added: correctable(isNoted ? after.filter((word) => !before.includes(word)) : after),
  removed: correctable(before.filter((word) => !after.includes(word))),
});

const dueKey = ({ owner, version }: Note) => ({ pk: DUE_PARTITION, sk: `${owner}#${version}` });

/** For the transaction of a change. */
export function wordNoteWrites({ TableName }: Table, note: Note): Write[] {
  const words = [...note.added, ...note.removed];
  return words.length > 0 ? [{ Put: { TableName, Item: { ...dueKey(note), words } } }] : [];
}

/** Runs after that transaction. Never throws, because the change is written, and the tick retries. */
export async function updateKnownWords(table: Table, note: Note): Promise<void> {
  const { added, removed } = note;
  if (added.length + removed.length === 0) return;
  try {
    await Promise.all([addUnknown(table, added), ...removed.map((word) => updateKnownWord(table, word))]);
    await deleteItem(table, dueKey(note));
  } catch {
    // The note stays; the tick reports a lasting failure.
  }
}

/** Known words that have a form in common with one of these. Reads at most 100 items once. */
export async function wordsLike(table: Table, words: readonly string[]): Promise<string[]> {
  const forms = [...new Set(words.flatMap(formsOf))];
  const items = await getMany(table, forms.slice(0, BATCH_KEYS).map(formKey));
  return items.flatMap(({ words: known }) => [...(known as Set<string>)]);
}

/** Adds a word that an item has, and removes any other. Idempotent. */
export async function updateKnownWord(table: Table, word: string): Promise<void> {
  if (await isInUse(table, word)) return addUnknown(table, [word]);
  await forget(table, word);
  // A concurrent change may have seen the word as still known.
  if (await isInUse(table, word)) await learn(table, word);
}

interface DueNote {
  readonly pk: string;
  readonly sk: string;
  readonly words: readonly string[];
}

/** The notes whose words are to be checked again, in pages. */
export const dueNotes = (table: Table): AsyncGenerator<DueNote[]> =>
  pagesOf<DueNote>(table, {
    KeyConditionExpression: 'pk = :due',
    ExpressionAttributeValues: { ':due': DUE_PARTITION },
    ConsistentRead: true,
    Limit: NOTES_A_PAGE,
  });

export async function updateDueWords(table: Table, { pk, sk, words }: DueNote): Promise<void> {
  await Promise.all(words.map((word) => updateKnownWord(table, word)));
  await deleteItem(table, { pk, sk });
}

/** Whether a channel or a video has the word. */
async function isInUse(table: Table, word: string): Promise<boolean> {
  const partitions = [...TIERS.map((tier) => channelWordPartition(tier, word)), videoWordPartition(word)];
  const found = partitions.map((partition) =>
    queryPage(table, {
      KeyConditionExpression: 'pk = :words AND begins_with(sk, :word)',
      ExpressionAttributeValues: { ':words': partition, ':word': `${word}#` },
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return (await Promise.all(found)).some(({ items }) => items.length > 0);
}

async function addUnknown(table: Table, words: readonly string[]): Promise<void> {
  const items = await getMany(table, words.map(formKey), { isConsistent: true });
  const known = new Set(items.flatMap(({ words }) => [...(words as Set<string>)]));
  await Promise.all(words.filter((word) => !known.has(word)).map((word) => learn(table, word)));
}

/** Writes the word's own form last, because it implies the others. */
async function learn(table: Table, word: string): Promise<void> {
  const [itself = word, ...others] = formsOf(word);
  await Promise.all(others.map((form) => add(table, form, word)));
  await add(table, itself, word);
}

/** Removes the word's own form first. */
async function forget(table: Table, word: string): Promise<void> {
  const [itself = word, ...others] = formsOf(word);
  await remove(table, itself, word);
  await Promise.all(others.map((form) => remove(table, form, word)));
}

const add = ({ client, TableName }: Table, form: string, word: string): Promise<boolean> => {
  const update = new UpdateCommand({
    TableName,
    Key: formKey(form),
    UpdateExpression: 'ADD words :word',
    ConditionExpression: 'attribute_not_exists(words) OR size(words) < :most',
    ExpressionAttributeValues: { ':word': new Set([word]), ':most': MAX_WORDS_OF_FORM },
  });
  return unlessConditionFails(retryOnConflict(() => client.send(update)));
};

/** DynamoDB removes an empty set; then deletes the item, unless a word was added meanwhile. */
async function remove(table: Table, form: string, word: string): Promise<void> {
  const { client, TableName } = table;
  const Key = formKey(form);
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'DELETE words :word',
    ConditionExpression: 'contains(words, :text)',
    ExpressionAttributeValues: { ':word': new Set([word]), ':text': word },
    ReturnValues: 'ALL_NEW',
  });
  if (!(await unlessConditionFails(retryOnConflict(() => client.send(update))))) return;
  await deleteItem(table, Key, { if: 'attribute_not_exists(words)' });
}
