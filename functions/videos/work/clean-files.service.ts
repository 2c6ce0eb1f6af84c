import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { postponed, videoFilesPrefix, type Work } from '../work.ts';

/** Limits a deletion in a request: a broadcast of hours has 57,600 files. */
const WORK_MS = 5000;

/**
 * Deletes the files, the upload and the job of a deleted or failed video. The tick continues what could not be done.
 * Files are deleted again later while a job runs, because it may still write.
 */
export async function cleanFiles(deps: VideoDeps, work: Work): Promise<void> {
  const { works, clock } = deps;
  try {
    const isQuiet = await endJob(deps, work);
    const isDone = await deleteFiles(deps, work);
    if (!isDone) await works.replace(work, { ...work, attempts: 0, dueMs: clock() });
    else if (isQuiet) await works.remove(work);
    else await works.replace(work, postponed(work, clock()));
  } catch (error) {
    await works.replace(work, postponed(work, clock()));
    deps.report('videos.clean', error);
  }
}

/** True when no job of the video runs any more. */
async function endJob({ transcoder }: VideoDeps, { jobId }: Work): Promise<boolean> {
  if (!jobId) return true;
  const job = await transcoder.find(jobId);
  if (job?.status !== 'running') return true;
  await transcoder.cancel(jobId);
  return (await transcoder.find(jobId))?.status !== 'running';
}

/** False when time ran out. */
async function deleteFiles(deps: VideoDeps, work: Work): Promise<boolean> {
  const { channelId, videoId, filesPrefix, moreFilesPrefixes = [] } = work;
  const { uploads, uploadFiles, mediaFiles, fans, forgetViews, deleteComments, clock } = deps;
  const upload = { channelId, uploadId: videoId };
  const untilMs = clock() + WORK_MS;
  const hasTime = (): boolean => clock() < untilMs;
  // A replay's captions are not in the folder of its broadcast.
  const prefixes = new Set([filesPrefix, ...moreFilesPrefixes, videoFilesPrefix(channelId, videoId)]);
  const [, , , ...done] = await Promise.all([
    fans.forgetVideo(videoId),
    forgetViews({ id: videoId, channelId }),
    uploadFiles.discard(upload),
    deleteComments(videoId, hasTime),
    ...[...prefixes].map((prefix) => mediaFiles.deleteAll(prefix, { hasTime })),
  ]);
  if (done.includes(false) || !(await deleteClipsOf(deps, work, hasTime))) return false;
  const { ownPicture } = work;
  if (ownPicture && !(await isVisible(deps, work, ownPicture)))
    await Promise.all([uploadFiles.discardPicture(ownPicture), mediaFiles.deletePicture(ownPicture)]);
  await uploads.remove(upload);
  return true;
}

/** Clips may refer to the stream. The files of a broadcast from the camera are in a folder of its id. */
async function deleteClipsOf(
  { deleteClipsOf: deleteAll }: VideoDeps,
  { videoId, filesPrefix, streamId = videoId, visibility = 'public' }: Work,
  hasTime: () => boolean,
): Promise<boolean> {
  const ids = new Set([videoId, filesPrefix.split('/').at(-2) ?? videoId, streamId]);
  return !deleteAll || deleteAll({ ids: [...ids], visibility }, hasTime);
}

/**
 * The profile, a fan, an emote or another video may use the same picture. Keeps it when the channel has more than one page of
 * videos.
 */
async function isVisible(
  { videos, channels, fans, isPictureOfEmote }: VideoDeps,
  { channelId, videoId }: Work,
  url: string,
): Promise<boolean> {
  const channel = await channels.findById(channelId);
  if (channel?.avatar === url || channel?.thumbnail_url === url) return true;
  if (await fans.isPictureOf(channelId, url)) return true;
  if (await isPictureOfEmote(channelId, url)) return true;
  const page = await videos.list({ channelId, list: 'all', limit: PAGE_LIMIT_MAX });
  // The list is eventually consistent.
  return (
    page.next !== undefined ||
    page.items.some(({ id, thumbnail_url }) => id !== videoId && thumbnail_url === url)
  );
}
