import type { NamedVideo, Video, VideoUpdate } from '../../shared/videos/videos.ts';
import { authorize, type Authorized } from '../base/authorized.ts';
import type { DeletedAccount } from '../base/deletion-step.ts';
import { notFound } from '../base/errors.ts';
import type { PageRequest } from '../base/page.ts';
import { pageWithDisplayNames } from '../channels/index.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import { discardPicture } from './discard.service.ts';
import type { NamesPort, TranscodePorts, VideoPage, ViewsPort } from './ports.ts';
import { isOpenTo } from './visibility.ts';
import { LEASE_MS } from './work.ts';
import { cleanFiles } from './work/clean-files.service.ts';

type Ports = Pick<TranscodePorts, 'videos'>;

interface ListQuery {
  readonly channel: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A channel's videos, newest first: the public ones, or all for its owner. */
export function listVideos(
  { videos }: Ports,
  callerId: string | undefined,
  { channel: channelId, limit, cursor }: ListQuery,
): Promise<VideoPage> {
  return videos.list({ channelId, list: callerId === channelId ? 'all' : 'listed', limit, cursor });
}

/** The latest public videos of all channels. */
export const latestVideos = async (
  { videos, names }: Ports & NamesPort,
  { limit, cursor }: PageRequest,
): Promise<VideoPage<NamedVideo>> => pageWithDisplayNames(names, await videos.listPublic({ limit, cursor }));

/** A video that the caller may see. Throws `not_found`. */
export async function getVideo({ videos }: Ports, callerId: string | undefined, id: string): Promise<Video> {
  const video = await videos.find(id);
  if (!video || !isOpenTo(callerId, video)) throw notFound('Video');
  return video;
}

/** Counts a view, once a day for each viewer named by a pass. Throws `not_found`, `forbidden`. */
export async function countView(
  { videos, viewerOf, clock }: Pick<TranscodePorts, 'videos' | 'clock'> & ViewsPort,
  { id, pass }: { readonly id: string; readonly pass: string },
): Promise<void> {
  if (!(await videos.countView(id, viewerOf(pass, id), clock()))) throw notFound('Video');
}

/**
 * Changes the details of the caller's video; schedules the deletion of a replaced picture. Throws `not_found`,
 * `forbidden`.
 */
export async function updateVideo(
  ports: Pick<TranscodePorts, 'videos' | 'works' | 'clock'>,
  callerId: string,
  { id, ...changes }: VideoUpdate & { readonly id: string },
): Promise<Video> {
  const video = own(callerId, await getVideo(ports, callerId, id));
  requireOwnPicture(callerId, changes.thumbnail_url);
  const updated = await ports.videos.update(video, changes);
  if (!updated) throw notFound('Video');
  const { thumbnail_url: before } = video;
  if (before?.startsWith('/media/pictures/') && before !== updated.thumbnail_url)
    await discardPicture(ports, callerId, before);
  return updated;
}

/**
 * Deletes the caller's video and its files; files that cannot be deleted now are deleted later. Does nothing when the
 * caller may not see it. Throws `forbidden`.
 */
export async function deleteVideo(ports: TranscodePorts, callerId: string, id: string): Promise<void> {
  const { videos, works, clock } = ports;
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
  if (clean) await cleanFiles(ports, clean);
}

const own = (callerId: string, video: Video): Authorized<Video> =>
  authorize(callerId, video.channel_id, video, 'video');

const PAGE = 25;

/** Deletes all of a person's videos, also those being processed, and aborts their uploads. False when time ran out. */
export async function deleteVideosOfPerson(
  ports: TranscodePorts,
  { id, hasTime }: DeletedAccount,
): Promise<boolean> {
  for (const { multipartId, ...upload } of await ports.uploads.listOpen(id)) {
    if (multipartId) await ports.uploadFiles.abandon(upload, multipartId);
    await ports.uploads.remove(upload);
  }
  while (hasTime()) {
    const part = { channelId: id, list: 'all', limit: PAGE, cursor: undefined } as const;
    const { items } = await ports.videos.list(part);
    if (items.length === 0) return true;
    for (const video of items) await deleteVideo(ports, id, video.id);
  }
  return false;
}
