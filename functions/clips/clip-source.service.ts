/** Finds the video or broadcast that a clip is cut from, and checks that it may be. */
import { CLIP_MIN_MS } from '#shared/limits.ts';
import { HOUR_MS, MINUTE_MS, MINUTE_S } from '#shared/plain/time.ts';
import type { ClipBody } from '#shared/videos/clips.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Visibility } from '#shared/videos/videos.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import {
  type Broadcast,
  broadcastFilesPrefix,
  broadcastOfPlaylist,
  digits,
  type LiveCaptionReads,
  pastPiece,
  type RowsByTime,
} from '#functions/browser-stream/index.ts';
import type { ChannelsRepository } from '#functions/channels/index.ts';
import { picturesNear, type RecordedStream } from '#functions/streaming/index.ts';
import { isOpen, isOpenTo, toVideo, type VideoItem, visibilityOf } from '#functions/videos/index.ts';
import { type CutCaptions, liveCaptions, videoCaptions } from './clip-captions.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { ClipSource } from './clip.ts';
import type { Cut } from './cut-playlist.ts';

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
  /** As a `Span` has it. */
  readonly startToleranceS?: number;
  /** Thumbnail candidates, the best first. */
  readonly pictures: readonly string[];
  /** Better candidates, by the position in the playlist. */
  readonly picturesNear?: (positionS: number) => readonly string[];
  /** Whether the playlist may get the clip's segments later. */
  readonly isAwaited?: boolean;
  /** @default none */
  readonly captionsOf?: (cut: Cut) => Promise<readonly CutCaptions[]>;
}

export interface SourceDeps {
  readonly readVideo: (id: string) => Promise<VideoItem | null>;
  readonly channels: Pick<ChannelsRepository, 'findVisible'>;
  /** Loaded for live sources only. */
  readonly broadcasts: () => Promise<
    RowsByTime & LiveCaptionReads & { findLatest(channelId: string): Promise<Broadcast | null> }
  >;
  /** A channel's recorded stream through software that was live at a time. */
  readonly recordedStreamAt: (
    channel: Pick<Channel, 'id' | 'recording_url'>,
    atMs: number,
  ) => Promise<RecordedStream | null>;
  readonly files: Pick<ClipFiles, 'lastUpTo' | 'read'>;
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
  const { channel_id: channelId, username, playback_url, thumbnail_url, kind, captions = [] } = toVideo(item);
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
    captionsOf: (cut) => videoCaptions(files, captions, cut),
  };
}

async function pictureNear(
  files: Pick<ClipFiles, 'lastUpTo'>,
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

/** IVS renews a recording's playlists every half minute, and promises nothing. */
const RECORDING_LAG_MAX_MS = 3 * MINUTE_MS;

async function liveSource(deps: SourceDeps, request: ClipBody): Promise<Source> {
  const channel = requireFound(await deps.channels.findVisible(request.id), 'channel');
  if (broadcastOfPlaylist(channel.video_url) !== null) return cameraSource(deps, channel, request);
  // A moment within the clip: it may begin a little before the stream.
  const stream = await deps.recordedStreamAt(channel, request.until_ms - CLIP_MIN_MS);
  if (stream) return recordedSource(deps, channel, stream, request);
  if (channel.is_live)
    throw new DomainError('conflict', channel.recording_url ? 'clip_part_gone' : 'clip_of_unrecorded_stream');
  return cameraSource(deps, channel, request);
}

function recordedSource(
  { clock }: SourceDeps,
  { id: channelId, username }: Channel,
  { id, playlistUrl, endedAtMs = Infinity }: RecordedStream,
  { until_ms }: ClipBody,
): Source {
  if (clock() > endedAtMs + AFTER_END_MS) throw new DomainError('conflict', 'clip_of_offline_channel');
  return {
    kind: 'broadcast',
    id,
    channelId,
    username,
    visibility: 'public',
    playlistUrl,
    isDated: true,
    // Players know only the minute in which it begins.
    startToleranceS: MINUTE_S,
    isAwaited: until_ms > clock() - RECORDING_LAG_MAX_MS,
    picturesNear: (positionS) => picturesNear(playlistUrl, positionS),
    pictures: [],
  };
}

async function cameraSource(
  deps: SourceDeps,
  channel: Channel,
  { id, from_ms, until_ms }: ClipBody,
): Promise<Source> {
  const { files, clock } = deps;
  const broadcasts = await deps.broadcasts();
  const broadcast = await broadcasts.findLatest(id);
  if (!broadcast || clock() > (broadcast.end?.atMs ?? Infinity) + AFTER_END_MS)
    throw new DomainError('conflict', 'clip_of_offline_channel');
  if (!broadcast.keepsReplay) throw new DomainError('conflict', 'clip_of_unrecorded_stream');
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
    captionsOf: (cut) => liveCaptions(broadcasts, broadcast, cut),
  };
}
