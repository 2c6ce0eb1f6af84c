import type { NamedVideo, Video, VideoUpdate } from '../../shared/videos.ts';
import { namedPage } from '../channels/named.ts';
import { requireOwnPicture } from '../channels/own-picture.ts';
import { DomainError, notFound } from '../errors.ts';
import { cleanFiles } from './work/clean-files.service.ts';
import type { ListPart, NamesPort, TranscodePorts, VideoPage } from './ports.ts';
import { isOpenTo } from './visibility.ts';
import { LEASE_MS } from './work.ts';

type Ports = Pick<TranscodePorts, 'videos'>;

interface ListQuery {
  readonly channel: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A channel's videos, newest first; others than the owner see the listed ones. */
export function listVideos(
  { videos }: Ports,
  callerId: string | undefined,
  { channel: channelId, limit, cursor }: ListQuery,
): Promise<VideoPage> {
  return videos.list({ channelId, list: callerId === channelId ? 'all' : 'listed', limit, cursor });
}

/** The latest videos of all channels, those that everybody may see. */
export const latestVideos = async (
  { videos, names }: Ports & NamesPort,
  { limit, cursor }: ListPart,
): Promise<VideoPage<NamedVideo>> => namedPage(names, await videos.listPublic({ limit, cursor }));

/** One video, to whom it is open. Throws `not_found`. */
export async function getVideo({ videos }: Ports, callerId: string | undefined, id: string): Promise<Video> {
  const video = await videos.find(id);
  if (!video || !isOpenTo(callerId, video)) throw notFound('Video');
  return video;
}

/** Counts that somebody watched. Throws `not_found`. */
export async function countView({ videos }: Ports, id: string): Promise<void> {
  if (!(await videos.countView(id))) throw notFound('Video');
}

/** Changes what stands beside a video of the caller's. Throws `not_found`, `forbidden`. */
export async function updateVideo(
  ports: Ports,
  callerId: string,
  id: string,
  changes: VideoUpdate,
): Promise<Video> {
  const video = await getVideo(ports, callerId, id);
  if (video.channel_id !== callerId) throw notYours();
  requireOwnPicture(callerId, changes.thumbnail_url);
  const updated = await ports.videos.update(id, changes);
  if (!updated) throw notFound('Video');
  return updated;
}

/**
 * Deletes a video of the caller's and its files; what of these cannot be deleted now is deleted later. Nothing happens
 * where the caller knows of none. Throws `forbidden`.
 */
export async function deleteVideo(ports: TranscodePorts, callerId: string, id: string): Promise<void> {
  const { videos, works, clock } = ports;
  const video = await videos.find(id);
  if (!video || !isOpenTo(callerId, video)) return;
  if (video.channel_id !== callerId) throw notYours();
  const jobId = (await works.find(id))?.jobId;
  const nowMs = clock();
  const clean = await videos.remove(id, {
    sinceMs: nowMs,
    dueMs: nowMs + LEASE_MS,
    ...(jobId && { jobId }),
  });
  if (clean) await cleanFiles(ports, clean);
}

const notYours = () => new DomainError('forbidden', 'This video is not yours.');
