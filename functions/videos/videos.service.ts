import type { NamedVideo, Video, VideoUpdate } from '#shared/videos/videos.ts';
import { authorize, type Authorized } from '#functions/base/authorized.ts';
import type { AccountOfStep } from '#functions/base/account-step.ts';
import { notFound, requireFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import { type ChannelNames, pageWithDisplayNames } from '#functions/channels/index.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import type { Played } from '#functions/statistics/index.ts';
import { discardPicture } from './discard.service.ts';
import type { VideoDeps } from './transcode.adapters.ts';
import { isOpenTo } from './visibility.ts';
import { LEASE_MS } from './work.ts';
import { cleanFiles } from './work/clean-files.service.ts';

export interface VideoRouteDeps extends VideoDeps {
  readonly names: ChannelNames;
  /** The viewer named by a pass to this video. Throws `forbidden` for any other pass. */
  readonly viewerOf: (pass: string, videoId: string) => string;
  /** A video that is public or unlisted. */
  readonly findOpen: (id: string) => Promise<Video | null>;
  readonly addPlayed: (id: string, played: Played, nowMs: number) => Promise<void>;
}

type Videos = Pick<VideoDeps, 'videos'>;

/** A channel's videos, newest first: the public ones, or all for its owner. */
export function listVideos(
  { videos }: Videos,
  callerId: string | undefined,
  { channel: channelId, limit, cursor }: PageRequest & { readonly channel: string },
): Promise<Page<Video>> {
  return videos.list({ channelId, list: callerId === channelId ? 'all' : 'listed', limit, cursor });
}

/** The latest public videos of all channels. */
export const latestVideos = async (
  { videos, names }: Pick<VideoRouteDeps, 'videos' | 'names'>,
  part: PageRequest,
): Promise<Page<NamedVideo>> => pageWithDisplayNames(names, await videos.listPublic(part));

/** A video that the caller may see. Throws `not_found`. */
export async function getVideo(
  { videos }: { readonly videos: Pick<VideoDeps['videos'], 'find'> },
  callerId: string | undefined,
  id: string,
): Promise<Video> {
  const video = await videos.find(id);
  if (!video || !isOpenTo(callerId, video)) throw notFound('video');
  return video;
}

/** Counts a view, once a day for each viewer named by a pass. Throws `not_found`, `forbidden`. */
export async function countView(
  { videos, viewerOf, clock }: Pick<VideoRouteDeps, 'videos' | 'viewerOf' | 'clock'>,
  { id, pass }: { readonly id: string; readonly pass: string },
): Promise<void> {
  if (!(await videos.countView(id, viewerOf(pass, id), clock()))) throw notFound('video');
}

/** Counts what a viewer named by a pass has played. Throws `not_found`, `forbidden`. */
export async function notePlayed(
  {
    findOpen,
    addPlayed,
    viewerOf,
    clock,
  }: Pick<VideoRouteDeps, 'findOpen' | 'addPlayed' | 'viewerOf' | 'clock'>,
  { id, pass, ...played }: { readonly id: string; readonly pass: string } & Omit<Played, 'viewer'>,
): Promise<void> {
  const viewer = viewerOf(pass, id);
  requireFound(await findOpen(id), 'video');
  await addPlayed(id, { ...played, viewer }, clock());
}

/**
 * Changes the details of the caller's video; schedules the deletion of a replaced picture. Throws `not_found`,
 * `forbidden`.
 */
export async function updateVideo(
  deps: Pick<VideoDeps, 'videos' | 'works' | 'clock'>,
  callerId: string,
  { id, ...changes }: VideoUpdate & { readonly id: string },
): Promise<Video> {
  const video = own(callerId, await getVideo(deps, callerId, id));
  requireOwnPicture(callerId, changes.thumbnail_url);
  const { thumbnail_url: before } = video;
  const { thumbnail_url: after = before } = changes;
  // Before the change, because a process that dies after it would leave the picture public. One in use is kept.
  if (before?.startsWith('/media/pictures/') && before !== after)
    await discardPicture(deps, callerId, before);
  return requireFound(await deps.videos.update(video, changes), 'video');
}

/**
 * Deletes the caller's video and its files; files that cannot be deleted now are deleted later. Does nothing when the
 * caller may not see it. Throws `forbidden`.
 */
export async function deleteVideo(deps: VideoDeps, callerId: string, id: string): Promise<void> {
  const { videos, works, clock } = deps;
  const video = await videos.find(id);
  if (!video || !isOpenTo(callerId, video)) return;
  const owned = own(callerId, video);
  const jobId = (await works.find(id))?.jobId;
  const nowMs = clock();
  const clean = await videos.remove(owned, {
    sinceMs: nowMs,
    dueMs: nowMs + LEASE_MS,
    ...(jobId && { jobId }),
  });
  if (clean) await cleanFiles(deps, clean);
}

const own = (callerId: string, video: Video): Authorized<Video> =>
  authorize(callerId, video.channel_id, video, 'video');

const PAGE = 25;

/** Deletes all of a person's videos, also those being processed, and aborts their uploads. False when time ran out. */
export async function deleteVideosOfPerson(
  deps: VideoDeps,
  { id, hasTime }: AccountOfStep,
): Promise<boolean> {
  for (const { multipartId, ...upload } of await deps.uploads.listOpen(id)) {
    if (multipartId) await deps.uploadFiles.abandon(upload, multipartId);
    await deps.uploads.remove(upload);
  }
  while (hasTime()) {
    const part = { channelId: id, list: 'all', limit: PAGE } as const;
    const { items } = await deps.videos.list(part);
    if (items.length === 0) return true;
    for (const video of items) {
      if (!hasTime()) return false;
      await deleteVideo(deps, id, video.id);
    }
  }
  return false;
}
