import type { Table } from '#functions/aws/table/table.ts';
import { readAll } from './table-reader.ts';

type Item = Awaited<ReturnType<typeof readAll>>[number];

interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** What others may change: how many follow and watch a channel, what follows from that, and how often a video was seen. */
const SHARED_FIELDS = new Set([
  'followers',
  'folded_followers',
  'folds',
  'viewers',
  'tier',
  'version',
  'gsi1sk',
  'gsi2sk',
  'gsi3sk',
  'gsi4sk',
  'views',
  'folded_views',
]);

/** How often strangers have guessed at a password is for strangers to change. */
const STRANGERS_GUESSES = 'GUESSES#STRANGERS';

/** Everything in the table that belongs to a person alone, in a fixed order: requests of others may not change it. */
export async function ownItems(table: Table, person: Person): Promise<readonly object[]> {
  const items = (await readAll(table)).filter((item) => isOwn(item, person));
  return items.map(withoutShared).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function isOwn({ pk, sk, ...fields }: Item, { id, username, email }: Person): boolean {
  const own = [
    `CHANNEL#${id}`,
    `CHAT_AUTHOR#${id}`,
    `USERNAME#${username.toLowerCase()}`,
    `EMAIL#${email.toLowerCase()}`,
  ];
  const isWord = pk.startsWith('WORD#') && sk.endsWith(`#${id}`);
  const isVisible = /^(VIDEO|CAMERA)#/.test(pk) && fields['channel_id'] === id;
  if (sk === STRANGERS_GUESSES) return false;
  return own.includes(pk) || isWord || isVisible || fields['author_id'] === id;
}

const withoutShared = (item: Item): Item => ({
  ...(Object.fromEntries(Object.entries(item).filter(([name]) => !SHARED_FIELDS.has(name))) as Item),
  // A word stands where its channel's viewers place it.
  pk: item.pk.replace(/^WORD#\d+#/, 'WORD#'),
});

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
