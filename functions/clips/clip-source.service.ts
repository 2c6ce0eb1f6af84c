/** Finds the video or broadcast that a clip is cut from, and checks that it may be. */
import { HOUR_MS } from '../../shared/plain/time.ts';
import type { ClipBody } from '../../shared/videos/clips.ts';
import type { Captions, Visibility } from '../../shared/videos/videos.ts';
import { DomainError, notFound, requireFound } from '../base/errors.ts';
import {
  type Broadcast,
  broadcastFilesPrefix,
  digits,
  pastPiece,
  type RowsByTime,
} from '../browser-stream/index.ts';
import type { ChannelsRepository } from '../channels/index.ts';
import { isOpen, isOpenTo, toVideo, type VideoItem, visibilityOf } from '../videos/index.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { ClipSource } from './clip.ts';

/** A video or broadcast that a clip is cut from. */
export interface Source extends Omit<ClipSource, 'fromMs'> {
  readonly channelId: string;
  readonly username: string;
  readonly visibility: Visibility;
  /** A multivariant or a media playlist. */
  readonly playlistUrl: string;
  /** For playlists that are not files. */
  readonly read?: (url: string) => Promise<string | null>;
  /** Whether segments are found by their dates. */
  readonly isDated: boolean;
  /** Thumbnail candidates, the best first. */
  readonly pictures: readonly string[];
  /** Of a video. @default none */
  readonly captions?: readonly Captions[] | undefined;
}

export interface SourceDeps {
  readonly readVideo: (id: string) => Promise<VideoItem | null>;
  readonly channels: Pick<ChannelsRepository, 'findVisible'>;
  /** Loaded for live sources only. */
  readonly broadcasts: () => Promise<
    RowsByTime & { findLatest(channelId: string): Promise<Broadcast | null> }
  >;
  readonly files: Pick<ClipFiles, 'lastUpTo'>;
  readonly clock: () => number;
}

/** Throws `not_found`, and `conflict` when the source cannot be clipped. */
export const findSource = (deps: SourceDeps, callerId: string, request: ClipBody): Promise<Source> =>
  request.kind === 'video' ? videoSource(deps, callerId, request) : liveSource(deps, request);

async function videoSource(
  { readVideo, files }: SourceDeps,
  callerId: string,
  { id, from_ms }: ClipBody,
): Promise<Source> {
  const item = await readVideo(id);
  if (!item || !isOpenTo(callerId, item)) throw notFound('video');
  const { channel_id: channelId, username, playback_url, thumbnail_url, kind, captions } = toVideo(item);
  if (!isOpen(item) || playback_url === null) throw new DomainError('conflict', 'clip_of_hidden_video');
  const folder = playback_url.slice(0, playback_url.lastIndexOf('/') + 1);
  // A replay's folder has pictures of its broadcast.
  const near = kind === 'replay' ? await pictureNear(files, folder, from_ms) : [];
  return {
    kind: 'video',
    id,
    channelId,
    username,
    visibility: visibilityOf(item),
    playlistUrl: playback_url,
    isDated: false,
    pictures: [...near, ...(thumbnail_url ? [thumbnail_url] : [])],
    captions,
  };
}

async function pictureNear(
  files: SourceDeps['files'],
  folder: string,
  sinceStartMs: number,
): Promise<string[]> {
  if (!folder.startsWith('/media/')) return [];
  const upTo = `picture-${digits(Math.floor(Math.max(0, sinceStartMs) / 1000))}.jpg`;
  const name = await files.lastUpTo(folder, { prefix: 'picture-', upTo });
  return name === null ? [] : [folder + name];
}

/** How long after its end a broadcast can be clipped. */
const AFTER_END_MS = HOUR_MS;

async function liveSource(deps: SourceDeps, { id, from_ms, until_ms }: ClipBody): Promise<Source> {
  const { channels, files, clock } = deps;
  const channel = requireFound(await channels.findVisible(id), 'channel');
  if (channel.is_live && !channel.video_url.startsWith('/api/browser-stream/'))
    throw new DomainError('conflict', 'clip_of_software_stream');
  const broadcasts = await deps.broadcasts();
  const broadcast = await broadcasts.findLatest(id);
  if (!broadcast || clock() > (broadcast.end?.atMs ?? Infinity) + AFTER_END_MS)
    throw new DomainError('conflict', 'clip_of_offline_channel');
  const range = { fromMs: from_ms, untilMs: until_ms };
  const { playlistUrl, read } = await pastPiece(broadcasts, broadcast, range);
  const { startedAtMs } = broadcast;
  const near = await pictureNear(files, `/${broadcastFilesPrefix(broadcast)}`, from_ms - startedAtMs);
  return {
    kind: 'broadcast',
    id: broadcast.id,
    channelId: id,
    username: channel.username,
    visibility: 'public',
    playlistUrl,
    read,
    isDated: true,
    pictures: [...near, ...(channel.live_thumbnail_url ? [channel.live_thumbnail_url] : [])],
  };
}
