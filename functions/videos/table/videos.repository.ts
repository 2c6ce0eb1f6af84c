import { VISIBLE_DELAY_MAX_MS } from '#shared/limits.ts';
import type { Fault } from '#shared/base/api-error.ts';
import type { Video, VideoUpdate } from '#shared/videos/videos.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput, updateItem } from '#functions/aws/table/write-items.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import { RETENTION_LEASE_MS, retentionWrite } from '#functions/chat/index.ts';
import { recordedRange, type Replay } from '../replay.ts';
import { recordedOf } from './open-video.repository.ts';
import { addVideo, changeVideo, readVideo } from './video-changes.repository.ts';
import { countView } from './views.repository.ts';
import { videoLists } from './video-lists.repository.ts';
import { replayKey, toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isOpen, visibilityOf } from '../visibility.ts';
import type { Work } from '../work.ts';
import { workItem, workKey } from './work.repository.ts';

export type Outputs = Pick<Video, 'playback_url' | 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

type OwnVideo = Authorized<Pick<Video, 'id'>>;
type Recordings = Pick<Replay, 'filesPrefixes' | 'recorded'>;
type NewClean = Pick<Work, 'sinceMs' | 'dueMs' | 'jobId'>;

export type VideosRepository = ReturnType<typeof videosRepository>;

export const videosRepository = (table: Table) => ({
  ...videoLists(table),
  /** Strongly consistent. */
  find: async (id: string) => wire(await readVideo(table, id)),
  /**
   * Adds a video with its work. An existing thumbnail is the owner's own. Returns `too many` when `maxProcessing`
   * videos of the channel are processing.
   */
  add: (video: Video, work: Work, maxProcessing: number) =>
    addVideo(table, withoutFiles(video, work.filesPrefix), [putWork(table, work)], maxProcessing),
  /** Adds a ready video, or gives the stream's existing video the new files. `null` when it was deleted. */
  addReplay: (video: Video, streamId: string, recordings: Recordings) =>
    addReplay(table, { ...withRecordings(video, recordings), stream_id: streamId }, streamId),
  /** An empty `thumbnail_url` restores the poster. `null` when there is no such video. */
  update: async ({ id }: OwnVideo, { thumbnail_url: own, ...details }: VideoUpdate) => {
    const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
    const picture = own === undefined ? {} : { own_thumbnail_url: own || undefined };
    return wire(await changeVideo(table, id, () => ({ ...given, ...picture })));
  },
  /**
   * Applies the result of a replay's ladder; uses its poster only when the video has none. False when the replay has
   * another playlist by now.
   */
  improve: (id: string, playbackUrl: string, outputs: Omit<Outputs, 'playback_url'>) =>
    changeIf(table, id, (known) => {
      const { thumbnail_url, storyboard_url, duration_s } = outputs;
      const poster = known.thumbnail_url ?? thumbnail_url;
      return known.playback_url === playbackUrl && { thumbnail_url: poster, storyboard_url, duration_s };
    }),
  /** Only increases, and only while the video is processing. */
  setPercent: async (id: string, percent: number): Promise<void> => {
    const isLess = {
      if: '#status = :processing AND #percent < :percent',
      values: { ':processing': 'processing' },
      names: { '#status': 'status' },
    };
    await updateItem(table, videoKey(id), { percent }, isLess);
  },
  /** Ends the processing and removes its work. False when it was not processing. */
  setReady: (id: string, outputs: Outputs) => {
    const ready = { ...outputs, status: 'ready', percent: 100, reason: null } as const;
    const done = { Delete: { TableName: table.TableName, Key: workKey(id) } };
    return changeIf(table, id, ({ status }) => status === 'processing' && ready, [done]);
  },
  /** Ends the processing and replaces its work by `clean`. False when it was not processing. */
  setFailed: async (id: string, failure: Fault, clean: Work) => {
    const { sentences } = await import('#functions/base/error-sentences.ts');
    const failed = { status: 'failed', reason: sentences([failure]), failure } as const;
    return changeIf(table, id, ({ status }) => status === 'processing' && failed, [putWork(table, clean)]);
  },
  /** Deletes the video; returns the work of deleting its files. */
  remove: ({ id }: OwnVideo, clean: NewClean) => removeVideo(table, id, clean),
  countView: (id: string, viewer: string, nowMs: number) => countView(table, id, viewer, nowMs),
});

const wire = (item: VideoItem | null): Video | null => item && toVideo(item);

/** A new video with `is_removed` belongs to a suspended person. */
const withFiles = ({ is_removed, ...video }: Video, files_prefix: string): VideoItem => ({
  ...video,
  files_prefix,
  ...(is_removed && { is_withheld: true }),
});

/** A video without any files yet. */
const withoutFiles = ({ thumbnail_url, ...video }: Video, filesPrefix: string): VideoItem => ({
  ...withFiles({ ...video, thumbnail_url: null }, filesPrefix),
  own_thumbnail_url: thumbnail_url ?? undefined,
});

function withRecordings(video: Video, { filesPrefixes, recorded }: Recordings): VideoItem {
  const [first = '', ...others] = filesPrefixes;
  return {
    ...withFiles(video, first),
    stream_title: video.title,
    ...(recorded && { recorded }),
    ...(others.length > 0 && { more_files_prefixes: others }),
  };
}

const putWork = (table: Table, work: Work): Write => ({ Put: putInput(table, workItem(work)) });

/** Whether the video was changed, that is `change` did not return false. */
async function changeIf(
  table: Table,
  id: string,
  change: (video: VideoItem) => Partial<VideoItem> | false,
  also: readonly Write[] = [],
): Promise<boolean> {
  let isChanged = false;
  const tried = (video: VideoItem) => {
    const changed = change(video) || null;
    isChanged = changed !== null;
    return changed;
  };
  await changeVideo(table, id, tried, also);
  return isChanged;
}

async function addReplay(table: Table, video: VideoItem, streamId: string): Promise<Video | null> {
  const Put = putInput(table, { ...replayKey(streamId), video_id: video.id }, ABSENT);
  // By then, the viewers with the longest delay have seen the end.
  const dueMs = Date.now() + VISIBLE_DELAY_MAX_MS + RETENTION_LEASE_MS;
  const also = [{ Put }, chatRetentionWrite(table, video, dueMs)];
  if ((await addVideo(table, video, also)) === 'added') return toVideo(video);
  const claimed = await getItem(table, replayKey(streamId));
  if (!claimed) return null;
  const id = String(claimed['video_id']);
  const again = [chatRetentionWrite(table, { ...video, id }, dueMs)];
  return wire(await changeVideo(table, id, (known) => newer(known, video), again));
}

/** Schedules the retention of the chat during the replay's broadcast. */
const chatRetentionWrite = (table: Table, video: VideoItem, dueMs: number): Write => {
  const { id: videoId, channel_id: channelId, duration_s } = video;
  const range = recordedRange(recordedOf(video), duration_s ?? 0);
  return retentionWrite(table, { channelId, ...range, videoId, dueMs });
};

/** The fields that a newer recording changes; `null` when it changes none. */
function newer(known: VideoItem, video: VideoItem): Partial<VideoItem> | null {
  const isTitleOfOwner = known.title !== known.stream_title;
  // Captions of the live stream that their owner has not replaced or deleted.
  const isOfLive = ({ url }: { readonly url: string }) => url.startsWith(`/${video.files_prefix}captions/`);
  const fields = [
    ...OUTPUTS,
    ...(isTitleOfOwner ? [] : TITLES),
    ...(video.captions && known.captions?.every(isOfLive) ? (['captions'] as const) : []),
  ];
  const taken = Object.fromEntries(fields.map((field) => [field, video[field]]));
  const isNew = Object.entries(taken).some(
    ([field, value]) => JSON.stringify(known[field as keyof VideoItem]) !== JSON.stringify(value),
  );
  return isNew ? taken : null;
}

const OUTPUTS = [
  'playback_url',
  'thumbnail_url',
  'storyboard_url',
  'curve_url',
  'duration_s',
  'files_prefix',
  'more_files_prefixes',
  'recorded',
] as const;
const TITLES = ['title', 'stream_title'] as const;

async function removeVideo(table: Table, id: string, clean: NewClean): Promise<Work | null> {
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
    ...(video.stream_id && { streamId: video.stream_id }),
    ...(video.own_thumbnail_url && { ownPicture: video.own_thumbnail_url }),
    visibility: isOpen(video) ? visibilityOf(video) : 'private',
    ...clean,
  };
  // Requests that use the present value have ended by then.
  const chatWrites =
    video.kind === 'replay' ? [chatRetentionWrite(table, video, clean.sinceMs + RETENTION_LEASE_MS)] : [];
  await changeVideo(table, id, () => 'delete', [putWork(table, work), ...chatWrites]);
  return work;
}
