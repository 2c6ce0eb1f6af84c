import type { DiscardedFiles } from './replay.ts';
import type { VideoDeps } from './transcode.adapters.ts';
import { LEASE_MS, newWork, videoFilesPrefix, type Work } from './work.ts';

/** By then, all viewers of a broadcast have seen its end. */
export const DISCARD_AFTER_MS = 10 * 60_000;

/** Schedules the deletion of a broadcast's files that become no video. May be repeated. */
export async function discardFiles(
  { works, clock }: Pick<VideoDeps, 'works' | 'clock'>,
  { channelId, streamId: videoId, filesPrefix }: DiscardedFiles,
): Promise<void> {
  const work = newWork({ videoId, channelId, kind: 'clean', filesPrefix }, clock());
  await works.put({ ...work, dueMs: work.sinceMs + DISCARD_AFTER_MS });
}

/**
 * Schedules the deletion of a picture that a channel has replaced, because cached pages may still show it. Keeps a
 * picture that the channel or one of its videos uses then. May be repeated.
 */
export async function discardPicture(
  { works, clock }: Pick<VideoDeps, 'works' | 'clock'>,
  channelId: string,
  url: string,
): Promise<void> {
  await works.put(pictureDiscard(channelId, url, clock()));
}

export function pictureDiscard(channelId: string, url: string, nowMs: number): Work {
  // A picture has its own id here, so that its work is stored like that of a video without files.
  const videoId = /([^/.]+)\.[\w.]+$/.exec(url)?.[1] ?? '';
  const filesPrefix = videoFilesPrefix(channelId, videoId);
  const work = newWork({ videoId, channelId, kind: 'clean', filesPrefix, ownPicture: url }, nowMs);
  return { ...work, dueMs: work.sinceMs + LEASE_MS };
}
