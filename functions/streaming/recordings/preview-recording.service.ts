/**
 * A recording that begins as a preview, before its channel is live: IVS records whatever it receives. Nothing of that time
 * becomes public, so its files are deleted, minutes after the channel went live, when IVS has written them. Until then the
 * stream has no rewind and no picture.
 */
import { THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { linesOf, readVariants, resolvePath } from '#functions/base/hls/hls.ts';
import type { LiveRecording } from '#functions/channels/index.ts';
import type { Stream } from '../stream.ts';
import type { StreamsRepository } from '../table/streaming.repository.ts';
import { segmentsOf } from './join-recordings.service.ts';
import type { RecordingFiles } from './recording-files.s3.ts';
import { parseRecordingPrefix } from './recording-location.ts';

export interface PreviewRecordingDeps {
  readonly files: Pick<RecordingFiles, 'read'>;
  /** Deletes the files with this key prefix, except those to keep. */
  readonly discardSome: (filesPrefix: string, isKept: (key: string) => boolean) => Promise<unknown>;
}

/** IVS renews a playlist every half minute. */
const WRITTEN_AFTER_MS = 2 * MINUTE_MS;

/** The minute tick: shows the recording of a stream that was a preview. */
export async function showPreviewRecording(
  deps: PreviewRecordingDeps & {
    readonly streams: Pick<StreamsRepository, 'endPreviewRecording'>;
    readonly showLive: (recording: LiveRecording) => Promise<void>;
  },
  { channelId, live, ingestChannel, previewRecording }: Stream,
  nowMs: number,
): Promise<void> {
  if (!live || !ingestChannel || !previewRecording || nowMs - live.startedAtMs < WRITTEN_AFTER_MS) return;
  // Others are not noted.
  const place = parseRecordingPrefix(previewRecording.prefix);
  if (!place) return;
  const { startedAtMs } = live;
  const { latestPictureUrl: pictureUrl, playlistUrl: recordingUrl } = place;
  if (!(await deletePreview(deps, { ...previewRecording, playlistUrl: recordingUrl }, startedAtMs))) return;
  await deps.showLive({
    channelId,
    videoUrl: ingestChannel.playbackUrl,
    pictureUrl,
    recordingUrl,
    startedAtMs,
  });
  await deps.streams.endPreviewRecording(channelId);
}

/** Deletes a recording's segments and pictures that begin before a time. False while IVS has not written its playlist. */
export async function deletePreview(
  { files, discardSome }: PreviewRecordingDeps,
  recording: { readonly prefix: string; readonly begunAtMs: number; readonly playlistUrl: string },
  untilMs: number,
): Promise<boolean> {
  const { prefix, playlistUrl, begunAtMs } = recording;
  const master = await files.read(playlistUrl);
  if (master === null) return false;
  const previewed = new Set<string>();
  for (const { uri } of readVariants(master)) {
    const url = resolvePath(uri, playlistUrl);
    const segments = segmentsOf(linesOf((await files.read(url)) ?? ''));
    // A time that is not known counts as before.
    for (const { beginsAtMs, uri: segment } of segments)
      if (!(beginsAtMs >= untilMs)) previewed.add(resolvePath(segment, url).slice(1));
  }
  await discardSome(`${prefix}/media/hls/`, (key) => !previewed.has(key));
  const firstPicture = Math.ceil((untilMs - begunAtMs) / 1000 / THUMBNAIL_INTERVAL_S);
  await discardSome(`${prefix}/media/thumbnails/`, (key) => pictureIndex(key) >= firstPicture);
  return true;
}

/** Of `thumb12.jpg`. */
const pictureIndex = (key: string): number => Number(/thumb(\d+)\.jpg$/.exec(key)?.[1] ?? 0);
