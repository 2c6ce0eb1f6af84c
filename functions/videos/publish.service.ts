import { MAX_PROCESSING_VIDEOS, MAX_UPLOAD_BYTES } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { PublishBody, Video } from '#shared/videos/videos.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { SourceFacts } from './source-facts.ts';
import { refusalOfHead, refusalOfSource, videoTooLarge } from './refusals.ts';
import type { VideoDeps } from './transcode.adapters.ts';
import { submitVideo, chargeDuration } from './work/transcode.service.ts';
import { uploadIdOf, type UploadKey } from './upload.ts';
import { requireUpload } from './uploads/uploads.service.ts';
import { leased, newWork, videoFilesPrefix } from './work.ts';

/**
 * Publishes an upload of the caller: checks the content of the file and starts the transcoding. The video has the
 * upload's id, so repeated requests make one video. Deletes a file that is no video. Throws `not_found`, `conflict`
 * while the upload is not complete, `forbidden` for another person's picture, `unsupported_media_type`,
 * `payload_too_large`, `too_many_requests`.
 */
export async function publishVideo(
  deps: VideoDeps,
  channelId: string,
  { video_url, thumbnail_url, ...details }: PublishBody,
): Promise<Video> {
  const { videos, channels, clock } = deps;
  requireOwnPicture(channelId, thumbnail_url);
  const uploadId = requireFound(uploadIdOf(video_url), 'upload');
  const published = await ownVideo(deps, uploadId, channelId);
  if (published) return published;
  const upload = { channelId, uploadId };
  const source = await checkFile(deps, upload);
  const channel = requireFound(await channels.findVisible(channelId), 'channel');
  await chargeDuration(deps, upload, source);
  const video: Video = {
    ...blank(uploadId, channel, clock()),
    ...details,
    thumbnail_url: thumbnail_url || null,
  };
  const filesPrefix = videoFilesPrefix(channelId, uploadId);
  const unprobed = newWork({ videoId: uploadId, channelId, kind: 'submit', filesPrefix }, clock());
  // Due after the time limit of this request, which submits the work itself.
  const work = source ? leased({ ...unprobed, source }, clock()) : unprobed;
  const outcome = await videos.add(video, work, MAX_PROCESSING_VIDEOS);
  if (outcome === 'too many') throw tooMany();
  // When the probe had no result, the request has no time for a second attempt.
  if (outcome === 'added' && source) await submitVideo(deps, work);
  return (await ownVideo(deps, uploadId, channelId)) ?? video;
}

/** The video that this upload has made before. */
async function ownVideo({ videos }: VideoDeps, id: string, channelId: string): Promise<Video | null> {
  const video = await videos.find(id);
  if (video && video.channel_id !== channelId) throw notFound('upload');
  return video;
}

/** The facts of the file, if known. Throws when it cannot become a video. */
async function checkFile(deps: VideoDeps, key: UploadKey): Promise<SourceFacts | undefined> {
  const upload = await requireUpload(deps, key);
  if (!upload.isCompleted) {
    throw new DomainError('conflict', 'upload_incomplete');
  }
  const file = requireFound(await deps.uploadFiles.inspect(key), 'upload');
  if (file.sizeBytes > MAX_UPLOAD_BYTES) {
    throw await refused(deps, key, videoTooLarge());
  }
  const refusal = refusalOfHead(file.head);
  if (refusal) throw await refused(deps, key, refusal);
  const source = await probe(deps, key);
  const whyNot = source === undefined ? undefined : refusalOfSource(source);
  if (whyNot) throw await refused(deps, key, whyNot);
  return source ?? undefined;
}

/** `undefined` when MediaConvert is busy; the job's creation probes again. */
async function probe({ transcoder, report }: VideoDeps, key: UploadKey) {
  try {
    return await transcoder.probe(key);
  } catch (error) {
    report('videos.probe', error);
    return undefined;
  }
}

/** Deletes the upload; returns the error to throw. */
async function refused(
  { uploads, uploadFiles }: VideoDeps,
  key: UploadKey,
  refusal: DomainError,
): Promise<DomainError> {
  await uploadFiles.discard(key);
  await uploads.remove(key);
  return refusal;
}

const tooMany = () =>
  new DomainError('too_many_requests', 'too_many_processing', {
    max: MAX_PROCESSING_VIDEOS,
    retryAfterS: 60,
  });

const blank = (id: string, { id: channel_id, username }: Channel, nowMs: number) => ({
  id,
  channel_id,
  username,
  kind: 'upload' as const,
  status: 'processing' as const,
  percent: 0,
  reason: null,
  playback_url: null,
  storyboard_url: null,
  duration_s: null,
  views: 0,
  likes: 0,
  created_at: new Date(nowMs).toISOString(),
});
