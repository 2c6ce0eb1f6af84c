/** What clips need of others, and what they are cut out of. */
import { ulid } from 'ulid';
import { CLIP_BACK_MAX_MS } from '../../shared/limits.ts';
import type { ClipBody } from '../../shared/videos/clips.ts';
import type { Table } from '../aws/table/table.ts';
import { DomainError, notFound } from '../base/errors.ts';
import { lazyPort } from '../base/lazy-port.ts';
import { type Broadcast, broadcastFilesPrefix, digits } from '../browser-stream/broadcast.ts';
import { latestPiece } from '../browser-stream/playlist/latest-piece.service.ts';
import type { PlaylistDeps } from '../browser-stream/playlist/live-playlist.service.ts';
import { channelsRepository } from '../channels/table/channels.repository.ts';
import { clipsRepository } from '../clips/clips.repository.ts';
import type { ClipFiles, ClipsPorts, Source } from '../clips/ports.ts';
import { clipsAround } from '../clips/clips-around.repository.ts';
import type { VideoDeps } from '../videos/transcode.adapters.ts';
import { readVideo } from '../videos/table/video.change.ts';
import { toVideo } from '../videos/table/video.item.ts';
import { markView } from '../videos/table/views.repository.ts';
import { isOpen, isOpenTo, visibilityOf } from '../videos/visibility.ts';

export interface ClipsNeeds {
  readonly table: Table;
  readonly videoDeps: Pick<VideoDeps, 'mediaFiles' | 'budgets' | 'clock' | 'report'>;
  /** For what is live alone. */
  readonly broadcasts: () => Promise<
    PlaylistDeps['broadcasts'] & { findLatest(channelId: string): Promise<Broadcast | null> }
  >;
  readonly buckets: { readonly MEDIA_BUCKET: string; readonly RECORDINGS_BUCKET: string };
  readonly viewerOf: ClipsPorts['viewerOf'];
}

export function clipsPorts({ table, videoDeps, broadcasts, buckets, viewerOf }: ClipsNeeds): ClipsPorts {
  const { mediaFiles, budgets, clock, report } = videoDeps;
  const channels = channelsRepository(table);
  const stored = lazyPort(async () => {
    const { clipFiles } = await import('../clips/clip-files.s3.ts');
    return clipFiles({ bucket: buckets.MEDIA_BUCKET, recordingsBucket: buckets.RECORDINGS_BUCKET });
  });
  const files: ClipFiles = {
    read: (url) => stored.read(url),
    copy: (fromUrl, toUrl) => stored.copy(fromUrl, toUrl),
    write: (url, playlist) => stored.write(url, playlist),
    lastUpTo: (folderUrl, name) => stored.lastUpTo(folderUrl, name),
    deleteAll: (prefix) => mediaFiles.deleteAll(prefix),
  };
  const finding = { table, files, channels, broadcasts, clock };
  return {
    clips: clipsRepository(table),
    files,
    sourceOf: (callerId, request) =>
      request.kind === 'video' ? videoSource(finding, callerId, request) : liveSource(finding, request),
    around: (clips) => clipsAround(table, clips),
    usernameOf: async (personId) => {
      const person = await channels.findVisible(personId);
      if (!person) throw notFound('Channel');
      return person.username;
    },
    budgets,
    viewerOf,
    markView: (id, viewer, nowMs) => markView(table, id, viewer, nowMs),
    newId: () => ulid(),
    clock,
    report,
  };
}

interface Finding extends Pick<ClipsNeeds, 'table' | 'broadcasts'> {
  readonly files: Pick<ClipFiles, 'lastUpTo'>;
  readonly channels: ReturnType<typeof channelsRepository>;
  readonly clock: () => number;
}

const refused = (detail: string): DomainError => new DomainError('conflict', detail);

async function videoSource(
  { table, files }: Finding,
  callerId: string,
  { id, from_ms }: ClipBody,
): Promise<Source> {
  const item = await readVideo(table, id);
  if (!item || !isOpenTo(callerId, item)) throw notFound('Video');
  const { channel_id: channelId, username, playback_url, thumbnail_url, kind } = toVideo(item);
  if (!isOpen(item) || playback_url === null)
    throw refused('Clips are made of videos that others can see: this one is private, or not ready.');
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
  };
}

async function pictureNear(files: Finding['files'], folder: string, sinceStartMs: number): Promise<string[]> {
  const upTo = `picture-${digits(Math.floor(Math.max(0, sinceStartMs) / 1000))}.jpg`;
  const name = folder.startsWith('/media/')
    ? await files.lastUpTo(folder, { prefix: 'picture-', upTo })
    : null;
  return name === null ? [] : [folder + name];
}

async function liveSource(
  { channels, broadcasts, files, clock }: Finding,
  { id, from_ms }: ClipBody,
): Promise<Source> {
  const channel = await channels.findVisible(id);
  if (!channel) throw notFound('Channel');
  if (channel.is_live && !channel.video_url.startsWith('/api/browser-stream/'))
    throw refused(
      'Of a stream from streaming software, clips can be made once it has ended and its replay is there.',
    );
  const rows = await broadcasts();
  const broadcast = await rows.findLatest(id);
  const oldestMs = clock() - CLIP_BACK_MAX_MS;
  if (!broadcast || (broadcast.end?.atMs ?? Infinity) < oldestMs)
    throw refused('This channel is not live. Clips can be made of its videos.');
  if (from_ms < oldestMs)
    throw refused('Only the last five minutes of a live stream can be clipped. Please mark it again.');
  const { playlistUrl, read } = await latestPiece({ broadcasts: rows, clock }, broadcast, from_ms);
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
