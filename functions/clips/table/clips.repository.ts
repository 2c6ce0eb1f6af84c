import { DAY_MS } from '#shared/plain/time.ts';
import { WriteConflictError, retryOnConflict } from '#functions/aws/retry.ts';
import { dueKeys, postpone } from '#functions/aws/table/due-queue.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import {
  ABSENT,
  addition,
  assignment,
  putInput,
  putItem,
  transact,
  updateItem,
} from '#functions/aws/table/write-items.ts';
import type { Visibility } from '#shared/videos/videos.ts';
import { seconds } from '#functions/base/seconds.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import { type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { removeCounter } from '#functions/counters/index.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import { DENIED_AFTER_DELETION_MS, denialKeys, denialWrites } from '#functions/denied-media/index.ts';
import type { PageRequest } from '#functions/base/page.ts';
import {
  CLIP_STATES,
  channelClipsKey,
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
import type { UnfinishedClip, ClipState, StoredClip } from '../clip.ts';

export interface ClipList extends PageRequest {
  /** Of a channel, by a person, or from a source. */
  readonly of: 'channel' | 'clipper' | 'source';
  readonly id: string;
}

export type ClipsRepository = ReturnType<typeof clipsRepository>;

/** How long idempotency keys and marks of deleted clips are kept. */
const KEPT_MS = 2 * DAY_MS;

const isStored = (state: ClipItem['state']) => ({
  if: '#is = :is',
  names: { '#is': 'state' },
  values: { ':is': state },
});

const is = (state: ClipState['state']) => isStored(CLIP_STATES[state]);

export interface ClipLease {
  readonly nowMs: number;
  readonly leaseMs: number;
  /** When the tick gives it up. */
  readonly dueMs: number;
}

/** Every write may be repeated. */
export const clipsRepository = (table: Table) => ({
  /** The id of the clip made with this person's idempotency key: `id`, unless the key was used before. */
  claim: async (personId: string, key: string, id: string, nowMs: number): Promise<string> => {
    const at = madeByKey(personId, key);
    const claim = { ...at, clip_id: id, expires_at: seconds(nowMs + KEPT_MS) };
    if (await putItem(table, claim, ABSENT)) return id;
    return String((await getItem(table, at))?.['clip_id'] ?? id);
  },
  find: async (id: string): Promise<ClipState | null> => {
    const item = await getItem<ClipItem>(table, clipKey(id));
    return item ? toState(item) : null;
  },
  /**
   * Before its first file is stored. False if the id is in use: by a clip, a deleted one, or a request that stores one, until
   * `leaseMs` after it has begun.
   */
  begin: (
    { id, channelId, clipperId, request }: UnfinishedClip & { readonly clipperId: string },
    { nowMs, leaseMs, dueMs }: ClipLease,
  ): Promise<boolean> => {
    const unfinished = {
      state: CLIP_STATES.creating,
      id,
      channel_id: channelId,
      clipper_id: clipperId,
      request,
    };
    const item = {
      ...clipKey(id),
      ...unfinished,
      leased_until_ms: nowMs + leaseMs,
      ...dueKeys(DUE_CLIPS, id, dueMs),
    };
    return putItem(table, item, {
      if: 'attribute_not_exists(pk) OR (#is = :is AND leased_until_ms < :now)',
      names: { '#is': 'state' },
      values: { ':is': CLIP_STATES.creating, ':now': nowMs },
    });
  },
  /** A repeated request may store its files at once. */
  release: async (id: string): Promise<void> =>
    void (await updateItem(table, clipKey(id), { leased_until_ms: 0 }, is('creating'))),
  /** After its files are stored. False if it is no longer being created. */
  finish: async (clip: StoredClip): Promise<boolean> => {
    const next = { ...clipItem(clip), request: undefined, leased_until_ms: undefined, ...NOT_DUE };
    return transact(table, [
      { Update: assignment(table, clipKey(clip.id), next, is('creating')) },
      { Update: addition(table, channelClipsKey(clip.channelId), { total: 1 }) },
      ...clipWordKeys(clip).map((key) => ({ Put: putInput(table, key) })),
      ...(await clipEventWrites(table, clip)),
    ]);
  },
  /** Newest first; eventually consistent. */
  list: async ({ of, id, limit, cursor }: ClipList) => {
    const list = { ...clipLists[of](id), keyOf: clipKey };
    const { items, next } = await readPage<ClipItem>(table, list, { limit, cursor });
    return { items: items.map(toClip), next };
  },
  /** How many clips a channel has, and whether its owner has turned clips off. */
  ofChannel: async (channelId: string) => {
    const item = await getItem(table, channelClipsKey(channelId), { isConsistent: false });
    return { total: Number(item?.['total'] ?? 0), isOff: item?.['is_off'] === true };
  },
  setOff: async (channelId: string, isOff: boolean): Promise<void> =>
    void (await updateItem(table, channelClipsKey(channelId), { is_off: isOff || undefined })),
  /** Keeps a clip when its source is deleted, or not. False if there is none. */
  keep: (id: string, isKept: boolean) =>
    updateItem(table, clipKey(id), { is_kept: isKept || undefined }, is('ready')),
  /** The source of a kept clip is deleted; the clip keeps the source's last visibility. */
  detach: async (id: string, visibility: Visibility): Promise<void> => {
    await updateItem(table, clipKey(id), { visibility, ...NO_SOURCE }, is('ready'));
  },
  /** Deletes the clip; its files are due for deletion at `dueMs`. False if there is none. */
  remove: (id: string, dueMs: number) => remove(table, id, dueMs),
  /** The files of a deleted clip are due for deletion later. */
  postpone: (id: string, dueMs: number) => postpone(table, DUE_CLIPS, clipKey(id), id, dueMs),
  /** Its files are deleted. */
  settle: async (id: string, nowMs: number): Promise<void> => {
    await removeCounter(table, `CLIP#${id}`);
    const mark = { ...clipKey(id), state: CLIP_STATES.deleted, expires_at: seconds(nowMs + KEPT_MS) };
    await putItem(table, mark, is('deleted'));
  },
});

/** For the channel's webhooks. */
async function clipEventWrites(table: Table, clip: StoredClip): Promise<Write[]> {
  const channel = await getItem<ChannelItem>(table, channelKey(clip.channelId));
  if (!channel?.webhooks) return [];
  const { id, title, clipper, durationS: duration_s, thumbnailUrl: picture } = clip;
  const data = { clip: { id, title, clipper, duration_s, url: `/clip/${id}`, picture } };
  return webhookEventWrites(table, channel, { type: 'clip.created', data });
}

/** Keeps only where its files are. Retries when the clip has changed meanwhile. */
const remove = (table: Table, id: string, dueMs: number): Promise<boolean> =>
  retryOnConflict(async () => {
    const item = await getItem<ClipItem>(table, clipKey(id));
    if (!item || item.state === CLIP_STATES.deleted) return false;
    const { state, channel_id } = item;
    const deleted = {
      ...clipKey(id),
      state: CLIP_STATES.deleted,
      id,
      channel_id,
      ...dueKeys(DUE_CLIPS, id, dueMs),
    };
    const count = { Update: addition(table, channelClipsKey(channel_id), { total: -1 }) };
    const { TableName } = table;
    const media = { keys: [id], isDenied: true, nowMs: Date.now(), forMs: DENIED_AFTER_DELETION_MS };
    const words = clipWordKeys(item).map((Key) => ({ Delete: { TableName, Key } }));
    const writes = [
      { Put: putInput(table, deleted, isStored(state)) },
      ...(state === CLIP_STATES.ready ? [count, ...words] : []),
      ...(item.is_removed ? denialWrites(table, denialKeys.clip(id), media) : []),
    ];
    if (!(await transact(table, writes))) throw new WriteConflictError('The clip has changed');
    return true;
  });
