import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Video } from '../../shared/videos.ts';
import { unlessConditionFails } from '../aws/conditions.ts';
import { retryThrottled } from '../aws/retry.ts';
import type { Table } from '../aws/table.ts';
import { decodeCursor, encodeCursor } from '../channels/cursor.ts';
import type { Write } from '../channels/channel.place.ts';
import { addVideo, changeVideo, readVideo } from './video.change.ts';
import {
  replayKey,
  toVideo,
  VIDEO_RANK,
  videoCountKey,
  videoKey,
  videoLists,
  type VideoItem,
} from './video.item.ts';
import type { Work } from './work.ts';
import { workItem, workKey } from './work.repository.ts';

export interface VideoPage {
  readonly items: Video[];
  readonly next: string | undefined;
  readonly total: number;
}

export interface VideoList {
  readonly channelId: string;
  readonly list: keyof typeof videoLists;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** What a finished job has made. */
export type Outputs = Pick<Video, 'playback_url' | 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

export type Details = {
  readonly [D in 'title' | 'description' | 'category' | 'tags' | 'visibility']?: Video[D] | undefined;
};

/** Videos; each read costs the same whatever their number, hidden ones included. */
export interface VideosRepository {
  /** As it is now. */
  find(id: string): Promise<Video | null>;
  /** Newest first. */
  list(list: VideoList): Promise<VideoPage>;
  /** With the work of making it; `too many` where `maxProcessing` of the channel are processing. */
  add(video: Video, work: Work, maxProcessing: number): Promise<'added' | 'exists' | 'too many'>;
  /**
   * A ready one; the video that the stream has already where there is one, which shows the new files from then on; `null`
   * where it was deleted.
   */
  addReplay(video: Video, streamId: string, filesPrefixes: readonly string[]): Promise<Video | null>;
  /** `null` where there is none. */
  update(id: string, details: Details): Promise<Video | null>;
  /** Only forward, and only while it is processing. */
  setPercent(id: string, percent: number): Promise<void>;
  /** Ends its processing, and the work with it. False where it was not processing. */
  setReady(id: string, outputs: Outputs): Promise<boolean>;
  /** Ends its processing; `clean` is what is left to do. False where it was not processing. */
  setFailed(id: string, reason: string, clean: Work): Promise<boolean>;
  /** Takes it away; answers the work of deleting its files, with `job`'s id and whose due time is `dueMs`. */
  remove(id: string, clean: Pick<Work, 'sinceMs' | 'dueMs' | 'jobId'>): Promise<Work | null>;
  /** False where there is no such video, or it is not open to everybody. */
  countView(id: string): Promise<boolean>;
}

export function videosRepository(table: Table): VideosRepository {
  const { client, TableName } = table;
  return {
    find: async (id) => wire(await readVideo(table, id)),
    list: (list) => listVideos(table, list),
    add: (video, work, maxProcessing) =>
      addVideo(table, withFiles(video, work.filesPrefix), { also: [putWork(table, work)], maxProcessing }),
    addReplay: (video, streamId, filesPrefixes) =>
      addReplay(table, withRecordings(video, filesPrefixes), streamId),
    update: async (id, details) => {
      const given = Object.entries(details).filter(([, value]) => value !== undefined);
      return wire(await changeVideo(table, id, () => Object.fromEntries(given)));
    },
    setPercent: async (id, percent) => {
      const update = new UpdateCommand({
        TableName,
        Key: videoKey(id),
        UpdateExpression: 'SET #percent = :percent',
        ConditionExpression: '#status = :processing AND #percent < :percent',
        ExpressionAttributeNames: { '#status': 'status', '#percent': 'percent' },
        ExpressionAttributeValues: { ':percent': percent, ':processing': 'processing' },
      });
      await unlessConditionFails(retryThrottled(() => client.send(update)));
    },
    setReady: (id, outputs) =>
      endProcessing(
        table,
        id,
        { ...outputs, status: 'ready', percent: 100, reason: null },
        {
          Delete: { TableName, Key: workKey(id) },
        },
      ),
    setFailed: (id, reason, clean) =>
      endProcessing(table, id, { status: 'failed', reason }, putWork(table, clean)),
    remove: (id, clean) => removeVideo(table, id, clean),
    countView: (id) => {
      const update = new UpdateCommand({
        TableName,
        Key: videoKey(id),
        UpdateExpression: 'ADD #views :one',
        ConditionExpression:
          '#status = :ready AND (attribute_not_exists(visibility) OR visibility <> :private)',
        ExpressionAttributeNames: { '#status': 'status', '#views': 'views' },
        ExpressionAttributeValues: { ':one': 1, ':ready': 'ready', ':private': 'private' },
      });
      return unlessConditionFails(retryThrottled(() => client.send(update)));
    },
  };
}

const wire = (item: VideoItem | null): Video | null => item && toVideo(item);

const withFiles = (video: Video, files_prefix: string): VideoItem => ({ ...video, files_prefix });

const withRecordings = (video: Video, [first = '', ...others]: readonly string[]): VideoItem => ({
  ...withFiles(video, first),
  stream_title: video.title,
  ...(others.length > 0 && { more_files_prefixes: others }),
});

const putWork = ({ TableName }: Table, work: Work): Write => ({ Put: { TableName, Item: workItem(work) } });

async function endProcessing(
  table: Table,
  id: string,
  change: Partial<VideoItem>,
  work: Write,
): Promise<boolean> {
  let isEnded = false;
  await changeVideo(
    table,
    id,
    ({ status }) => {
      isEnded = status === 'processing';
      return isEnded ? change : null;
    },
    [work],
  );
  return isEnded;
}

async function addReplay(table: Table, video: VideoItem, streamId: string): Promise<Video | null> {
  const { client, TableName } = table;
  const claim = { ...replayKey(streamId), video_id: video.id };
  const Put = { TableName, Item: claim, ConditionExpression: 'attribute_not_exists(pk)' };
  if ((await addVideo(table, video, { also: [{ Put }] })) === 'added') return toVideo(video);
  const get = new GetCommand({ TableName, Key: replayKey(streamId), ConsistentRead: true });
  const claimed = (await client.send(get)).Item;
  if (!claimed) return null;
  return wire(await changeVideo(table, String(claimed['video_id']), (known) => newer(known, video)));
}

/** What a replay takes over of a newer one; `null` where that is nothing new. */
function newer(known: VideoItem, video: VideoItem): Partial<VideoItem> | null {
  const isTitleOfOwner = known.title !== known.stream_title;
  const taken = Object.fromEntries(
    [...OUTPUTS, ...(isTitleOfOwner ? [] : TITLES)].map((field) => [field, video[field]]),
  );
  const isNew = Object.entries(taken).some(
    ([field, value]) => JSON.stringify(known[field as keyof VideoItem]) !== JSON.stringify(value),
  );
  return isNew ? taken : null;
}

const OUTPUTS = [
  'playback_url',
  'thumbnail_url',
  'storyboard_url',
  'duration_s',
  'files_prefix',
  'more_files_prefixes',
] as const;
const TITLES = ['title', 'stream_title'] as const;

async function removeVideo(
  table: Table,
  id: string,
  clean: Pick<Work, 'sinceMs' | 'dueMs' | 'jobId'>,
): Promise<Work | null> {
  const video = await readVideo(table, id);
  if (!video) return null;
  const { channel_id: channelId, files_prefix: filesPrefix, more_files_prefixes: moreFilesPrefixes } = video;
  const work: Work = {
    videoId: id,
    channelId,
    kind: 'clean',
    attempts: 0,
    jobs: 0,
    filesPrefix,
    ...(moreFilesPrefixes && { moreFilesPrefixes }),
    ...clean,
  };
  await changeVideo(table, id, () => 'delete', [putWork(table, work)]);
  return work;
}

async function listVideos(table: Table, { channelId, list, limit, cursor }: VideoList): Promise<VideoPage> {
  const { client, TableName } = table;
  const { index, partition } = videoLists[list];
  const pk = partition(channelId);
  const start = cursor === undefined ? undefined : decodeCursor(cursor, VIDEO_RANK);
  const query = new QueryCommand({
    TableName,
    IndexName: index,
    KeyConditionExpression: `${index}pk = :list`,
    ExpressionAttributeValues: { ':list': pk },
    ScanIndexForward: false,
    Limit: limit,
    ...(start && { ExclusiveStartKey: { ...startKey(start), [`${index}pk`]: pk, [`${index}sk`]: start } }),
  });
  const count = new GetCommand({ TableName, Key: videoCountKey(channelId) });
  const [page, counts] = await Promise.all([client.send(query), client.send(count)]);
  const last = page.LastEvaluatedKey?.[`${index}sk`] as string | undefined;
  return {
    items: ((page.Items ?? []) as VideoItem[]).map(toVideo),
    next: last && encodeCursor(last),
    total: Number(counts.Item?.[list === 'all' ? 'total' : 'ready'] ?? 0),
  };
}

const startKey = (rank: string) => videoKey(VIDEO_RANK.exec(rank)?.[1] ?? '');
