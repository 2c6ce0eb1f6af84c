import { DAY_MS } from '../../shared/plain/time.ts';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { WriteConflictError, retryOnConflict, unlessConditionFails } from '../aws/retry.ts';
import { dueKeys } from '../aws/table/due-queue.ts';
import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { ABSENT, addition, assignment, placement } from '../aws/table/write-expressions.ts';
import { putItem, transact, updateItem } from '../aws/table/write-items.ts';
import { seconds } from '../base/seconds.ts';
import { readPage } from '../aws/table/cursor.ts';
import {
  channelClipsKey,
  CLIP_RANK,
  clipItem,
  clipKey,
  clipLists,
  clipWordKeys,
  DUE_CLIPS,
  madeByKey,
  NO_SOURCE,
  NOT_DUE,
  toClip,
  toState,
  type ClipItem,
} from './clip.item.ts';
import type { ClipsRepository } from './ports.ts';

/** Longer than anybody repeats a request. */
const KEPT_MS = 2 * DAY_MS;

const is = (state: ClipItem['state']) => ({
  if: '#is = :is',
  names: { '#is': 'state' },
  values: { ':is': state },
});

export const clipsRepository = (table: Table): ClipsRepository => ({
  claim: async (personId, key, id, nowMs) => {
    const at = madeByKey(personId, key);
    const claim = { ...at, clip_id: id, expires_at: seconds(nowMs + KEPT_MS) };
    if (await putItem(table, claim, ABSENT)) return id;
    return String((await getItem(table, at))?.['clip_id'] ?? id);
  },
  find: async (id) => {
    const item = await getItem<ClipItem>(table, clipKey(id));
    return item ? toState(item) : null;
  },
  begin: ({ id, channelId, clipperId, request }, dueMs) => {
    const begun = { state: 'begun', id, channel_id: channelId, clipper_id: clipperId, request };
    return putItem(table, { ...clipKey(id), ...begun, ...dueKeys(DUE_CLIPS, id, dueMs) }, ABSENT);
  },
  finish: (clip) => {
    const next = { ...clipItem(clip), request: undefined, ...NOT_DUE };
    return transact(table, [
      { Update: assignment(table, clipKey(clip.id), next, is('begun')) },
      { Update: addition(table, channelClipsKey(clip.channelId), { total: 1 }) },
      ...clipWordKeys(clip).map((key) => ({ Put: placement(table, key) })),
    ]);
  },
  list: async ({ of, id, limit, cursor }) => {
    const list = { ...clipLists[of](id), pattern: CLIP_RANK, keyOf: clipKey };
    const { items, next } = await readPage<ClipItem>(table, list, { limit, cursor });
    return { items: items.map(toClip), next };
  },
  ofChannel: async (channelId) => {
    const item = await getItem(table, channelClipsKey(channelId), { isConsistent: false });
    return { total: Number(item?.['total'] ?? 0), isOff: item?.['is_off'] === true };
  },
  setOff: async (channelId, isOff) =>
    void (await updateItem(table, channelClipsKey(channelId), { is_off: isOff || undefined })),
  keep: (id, isKept) => updateItem(table, clipKey(id), { is_kept: isKept || undefined }, is('there')),
  outlive: async (id, visibility) => {
    await updateItem(table, clipKey(id), { visibility, ...NO_SOURCE }, is('there'));
  },
  addView: (id) => {
    const { if: ConditionExpression, names, values } = is('there');
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: clipKey(id),
      UpdateExpression: 'ADD #views :one',
      ConditionExpression,
      ExpressionAttributeNames: { ...names, '#views': 'views' },
      ExpressionAttributeValues: { ...values, ':one': 1 },
    });
    return unlessConditionFails(retryOnConflict(() => table.client.send(update)));
  },
  remove: (id, dueMs) => remove(table, id, dueMs),
  settle: async (id, nowMs) => {
    const mark = { ...clipKey(id), state: 'gone', expires_at: seconds(nowMs + KEPT_MS) };
    await putItem(table, mark, is('gone'));
  },
});

/** Of what it was, only where its files are stays. Who comes between is seen, and it is tried again. */
const remove = (table: Table, id: string, dueMs: number): Promise<boolean> =>
  retryOnConflict(async () => {
    const item = await getItem<ClipItem>(table, clipKey(id));
    if (!item || item.state === 'gone') return false;
    const { state, channel_id } = item;
    const gone = { ...clipKey(id), state: 'gone', id, channel_id, ...dueKeys(DUE_CLIPS, id, dueMs) };
    const count = { Update: addition(table, channelClipsKey(channel_id), { total: -1 }) };
    const { TableName } = table;
    const words = clipWordKeys(item).map((Key) => ({ Delete: { TableName, Key } }));
    const writes = [
      { Put: placement(table, gone, is(state)) },
      ...(state === 'there' ? [count, ...words] : []),
    ];
    if (!(await transact(table, writes))) throw new WriteConflictError('The clip has changed');
    return true;
  });
