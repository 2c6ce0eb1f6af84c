/**
 * The words that lead to some channel or video, so that a misspelt one can be put right. Items:
 *
 * | item                         | pk                | sk            |
 * |------------------------------|-------------------|---------------|
 * | words with a form in common  | `SPELLING#<form>` | `WORDS`       |
 * | words to be checked again     | `SPELLING_DUE`    | `<key>#<version>` |
 *
 * A word stands under each of its forms (`spelling.ts`); while it is under itself, it is under all of them. Whether a
 * word is known follows from the word lists alone, and can be worked out again at any time: `settle`. A change of a
 * channel or video notes the words that come and go in its own transaction (`noteWords`); the process that made the
 * change settles them at once, and the tick settles those of a process that died.
 */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { BATCH_KEYS, getMany, queryPage } from '../aws/table/read-items.ts';
import { retryOnConflict, unlessConditionFails } from '../aws/retry.ts';
import type { Key, Table, Write } from '../aws/table/table.ts';
import { formsOf, correctable } from './spelling.ts';
import { channelWordPartition, TIERS, videoWordPartition } from './word-lists.ts';

/** Words under one form; so many of the longest are still one unit to read. Those that come later are not corrected to. */
export const MAX_WORDS_OF_FORM = 40;

export const DUE_PARTITION = 'SPELLING_DUE';
export const formKey = (form: string) => ({ pk: `SPELLING#${form}`, sk: 'WORDS' });

/** Words that came and words that went with one change. */
interface WordChange {
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

export interface Note extends WordChange {
  /** Whose words: the key of a channel or video. */
  readonly owner: string;
  /** Tells the owner's changes apart. */
  readonly version: number;
}

/** `isNoted`: whether the words from before were noted when they came. */
export const wordChange = (
  before: readonly string[],
  after: readonly string[],
  isNoted: boolean,
): WordChange => ({
  come: correctable(isNoted ? after.filter((word) => !before.includes(word)) : after),
  gone: correctable(before.filter((word) => !after.includes(word))),
});

const dueKey = ({ owner, version }: Note) => ({ pk: DUE_PARTITION, sk: `${owner}#${version}` });

/** For the transaction of a change: that these words are to be looked at. */
export function noteWords({ TableName }: Table, note: Note): Write[] {
  const words = [...note.come, ...note.gone];
  return words.length > 0 ? [{ Put: { TableName, Item: { ...dueKey(note), words } } }] : [];
}

/**
 * After that transaction: learns the words that came and forgets those that went with their last bearer. Does not fail,
 * since the change has happened, and the tick does what is left.
 */
export async function settleNoted(table: Table, note: Note): Promise<void> {
  const { come, gone } = note;
  if (come.length + gone.length === 0) return;
  try {
    await Promise.all([learnUnknown(table, come), ...gone.map((word) => settle(table, word))]);
    await removeDue(table, dueKey(note));
  } catch {
    // The note stays, and the tick fails, and says why, where the trouble lasts.
  }
}

/**
 * Known words that have a form in common with one of these: one read of at most 100 items. The words of a query have
 * hardly more forms than it has letters.
 */
export async function wordsLike(table: Table, words: readonly string[]): Promise<string[]> {
  const forms = [...new Set(words.flatMap(formsOf))];
  const items = await getMany(table, forms.slice(0, BATCH_KEYS).map(formKey));
  return items.flatMap(({ words: known }) => [...(known as Set<string>)]);
}

/** Learns a word, or forgets it, by whether anything leads on from it. Repeating it does no harm. */
export async function settle(table: Table, word: string): Promise<void> {
  if (await isBorne(table, word)) return learnUnknown(table, [word]);
  await forget(table, word);
  // A concurrent change may have seen the word as still known.
  if (await isBorne(table, word)) await learn(table, word);
}

/** Settles the words of notes that are still there, which the partition's `limit` first ones are; answers how many. */
export async function settleDue(table: Table, limit: number): Promise<number> {
  const { items } = await queryPage<{ pk: string; sk: string; words: string[] }>(table, {
    KeyConditionExpression: 'pk = :due',
    ExpressionAttributeValues: { ':due': DUE_PARTITION },
    ConsistentRead: true,
    Limit: limit,
  });
  for (const { pk, sk, words } of items) {
    await Promise.all(words.map((word) => settle(table, word)));
    await removeDue(table, { pk, sk });
  }
  return items.length;
}

const removeDue = ({ client, TableName }: Table, Key: Key) =>
  retryOnConflict(() => client.send(new DeleteCommand({ TableName, Key })));

/** Whether a channel or a video has the word. */
async function isBorne(table: Table, word: string): Promise<boolean> {
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

async function learnUnknown(table: Table, words: readonly string[]): Promise<void> {
  const items = await getMany(table, words.map(formKey), { isConsistent: true });
  const known = new Set(items.flatMap(({ words }) => [...(words as Set<string>)]));
  await Promise.all(words.filter((word) => !known.has(word)).map((word) => learn(table, word)));
}

/** Under itself last: so it says that the others are there. */
async function learn(table: Table, word: string): Promise<void> {
  const [itself = word, ...others] = formsOf(word);
  await Promise.all(others.map((form) => add(table, form, word)));
  await add(table, itself, word);
}

/** Under itself first. */
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

/** A set that loses its last word goes with it; the item that is left then goes too, unless somebody came. */
async function remove({ client, TableName }: Table, form: string, word: string): Promise<void> {
  const Key = formKey(form);
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'DELETE words :word',
    ConditionExpression: 'contains(words, :text)',
    ExpressionAttributeValues: { ':word': new Set([word]), ':text': word },
    ReturnValues: 'ALL_NEW',
  });
  const empty = new DeleteCommand({ TableName, Key, ConditionExpression: 'attribute_not_exists(words)' });
  if (!(await unlessConditionFails(retryOnConflict(() => client.send(update))))) return;
  await unlessConditionFails(retryOnConflict(() => client.send(empty)));
}
