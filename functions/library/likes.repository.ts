/**
 * What people like. A like is a mark in the person's library, which the counter of the video or clip counts (`counters/`);
 * mark and addition are one transaction. See `library.item.ts` for the keys. Every write may be repeated.
 */
import { MAX_LIKES } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import type { LikedKind } from '#shared/channels/library.ts';
import { HIGH_CONTENTION_ATTEMPTS, isContended } from '#functions/aws/retry.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, addition, putInput, transact } from '#functions/aws/table/write-items.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { CLIP_STATES, clipKey } from '#functions/clips/index.ts';
import { additionWrite, foldIntoItem, foldPart, type Subject } from '#functions/counters/index.ts';
import { videoKey } from '#functions/videos/index.ts';
import { type Liked, likedItem, type LikedItem, likedKey, likedList, savedKey } from './library.item.ts';

const COUNTED = {
  video: { prefix: 'VIDEO', keyOf: videoKey },
  clip: { prefix: 'CLIP', keyOf: clipKey, state: CLIP_STATES.ready },
} as const satisfies Record<LikedKind, object>;

/** Up to this number, each like is counted at once; further ones are left to the tick, as views are. */
const COUNTED_AT_ONCE = 100;

export type LikesRepository = ReturnType<typeof likesRepository>;

export const likesRepository = (table: Table) => ({
  has: async (personId: string, { kind, id }: Liked): Promise<boolean> =>
    (await getItem<LikedItem>(table, likedKey(personId, id)))?.kind === kind,
  /** Newest first; eventually consistent. */
  list: (personId: string, page: PageRequest) => readPage<LikedItem>(table, likedList(personId), page),
  /** False if the person likes too many. */
  add: async (personId: string, liked: Liked, nowMs: number): Promise<boolean> => {
    const Item = likedItem(personId, liked, isoTime(nowMs));
    const writes = [
      { Put: putInput(table, Item, ABSENT) },
      addLike(table, personId, liked, 1),
      { Update: addition(table, savedKey(personId), { likes: 1 }, HAS_ROOM) },
    ];
    if (!(await transact(table, writes, HIGH_CONTENTION_ATTEMPTS)))
      return (await getItem(table, likedKey(personId, liked.id))) !== undefined;
    await countIfFew(table, liked);
    return true;
  },
  remove: async (personId: string, liked: Liked): Promise<void> => {
    const count = { Update: addition(table, savedKey(personId), { likes: -1 }) };
    const writes = [...removal(table, personId, liked), count];
    if (await transact(table, writes, HIGH_CONTENTION_ATTEMPTS)) await countIfFew(table, liked);
  },
});

/** Takes back all that a person likes. Their number is deleted with the library. */
export const deleteLikes =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const { pk, sk } = likedKey(id, '');
    const likes = pagesOf<LikedItem>(table, {
      KeyConditionExpression: 'pk = :person AND begins_with(sk, :liked)',
      ExpressionAttributeValues: { ':person': pk, ':liked': sk },
      ConsistentRead: true,
    });
    return eachInTime(likes, { hasTime }, async ({ kind, liked_id }) => {
      await transact(table, removal(table, id, { kind, id: liked_id }), HIGH_CONTENTION_ATTEMPTS);
    });
  };

const HAS_ROOM = {
  if: 'attribute_not_exists(likes) OR likes < :max',
  values: { ':max': MAX_LIKES },
};

const subjectOf = ({ kind, id }: Liked): Subject => `${COUNTED[kind].prefix}#${id}`;

const addLike = (table: Table, person: string, liked: Liked, amount: 1 | -1): Write =>
  additionWrite(table, { subject: subjectOf(liked), person, name: 'likes', amount, dueMs: Date.now() });

const removal = (table: Table, personId: string, liked: Liked): Write[] => [
  {
    Delete: {
      TableName: table.TableName,
      Key: likedKey(personId, liked.id),
      ConditionExpression: '#kind = :kind',
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: { ':kind': liked.kind },
    },
  },
  addLike(table, personId, liked, -1),
];

/** What is not counted now stays due. */
async function countIfFew(table: Table, liked: Liked): Promise<void> {
  const counted = COUNTED[liked.kind];
  const read = { isConsistent: false, attributes: ['likes'] };
  const item = await getItem<{ likes?: number }>(table, counted.keyOf(liked.id), read);
  if ((item?.likes ?? 0) >= COUNTED_AT_ONCE) return;
  const fold = foldIntoItem({ ...counted, names: ['likes'] });
  await foldPart(table, subjectOf(liked), fold).catch((error: unknown) => {
    if (!isContended(error)) throw error;
  });
}
