/** What decides who may see clips: their sources, and the people. */
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { refusalsIn } from '#functions/chat/index.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { clipFor, type StoredClip, type ClipAccess } from '../clip.ts';
import { CLIP_STATES, type ClipItem, clipKey, toClip } from './clip.item.ts';
import {
  isOpen,
  positionAt,
  recordedOf,
  replayKey,
  type VideoItem,
  videoKey,
  visibilityOf,
} from '#functions/videos/index.ts';

/** Finds a clip that a person may see. */
export const visibleClipFinder =
  (table: Table) =>
  async (callerId: string | undefined, id: string): Promise<Clip | null> => {
    const { clipsRepository } = await import('./clips.repository.ts');
    const found = await clipsRepository(table).find(id);
    if (found?.state !== 'ready') return null;
    const [around] = await clipsAround(table, [found.clip]);
    return around ? clipFor(callerId, found.clip, around) : null;
  };

/** Finds those clips that a person may see, by id. Eventually consistent for several. */
export const visibleClipsFinder =
  (table: Table) =>
  async (callerId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Clip>> => {
    const items = await getMany<ClipItem>(table, ids.map(clipKey));
    const clips = items.filter(({ state }) => state === CLIP_STATES.ready).map(toClip);
    const around = await clipsAround(table, clips);
    const visible = clips.flatMap((clip, index) => clipFor(callerId, clip, around[index]!) ?? []);
    return new Map(visible.map((clip) => [clip.id, clip]));
  };

/** Takes as many reads for a hundred clips as for one. Strongly consistent for a single clip. */
export async function clipsAround(table: Table, clips: readonly StoredClip[]): Promise<ClipAccess[]> {
  const read = { isConsistent: clips.length === 1 };
  const people = clips.flatMap(({ channelId, clipperId }) => [channelId, clipperId]);
  const [channels, replays, refusalOf] = await Promise.all([
    getMany<ChannelItem>(table, people.map(channelKey), read),
    replaysOf(table, clips, read),
    refusalsIn(table)(clips.map(authorshipOf)),
  ]);
  const videoIdOf = ({ source }: StoredClip) =>
    source?.kind === 'video' ? source.id : replays.get(replayKey(source?.id ?? '').pk);
  const videoIds = clips.flatMap((clip) => videoIdOf(clip) ?? []);
  const videos = new Map(
    (await getMany<VideoItem>(table, videoIds.map(videoKey), read)).map((item) => [item.id, item]),
  );
  const nameOf = (id: string): string | null => {
    const channel = channels.find((one) => one.id === id);
    return channel && !channel.is_hidden ? channel.display_name : null;
  };
  return clips.map((clip) => ({
    source: sourceOf(clip, videoIdOf(clip), videos),
    channel: nameOf(clip.channelId),
    clipper: refusalOf(authorshipOf(clip))?.untilMs === null ? null : nameOf(clip.clipperId),
  }));
}

const authorshipOf = ({ channelId, clipperId: authorId }: StoredClip) => ({ channelId, authorId });

/** The ids of the videos that broadcasts have become, by the partition keys of their claims. */
async function replaysOf(table: Table, clips: readonly StoredClip[], read: { isConsistent: boolean }) {
  const ids = clips.flatMap(({ source }) => (source?.kind === 'broadcast' ? [source.id] : []));
  const keys = ids.map(replayKey);
  const claims = await getMany<{ pk: string; video_id: string }>(table, keys, read);
  return new Map(claims.map(({ pk, video_id }) => [pk, video_id]));
}

function sourceOf(
  { source }: StoredClip,
  videoId: string | undefined,
  videos: ReadonlyMap<string, VideoItem>,
): ClipAccess['source'] {
  if (!source || videoId === undefined) return 'pending';
  const video = videos.get(videoId);
  if (!video) return 'deleted';
  const visibility = isOpen(video) ? visibilityOf(video) : 'private';
  return {
    videoId,
    visibility,
    atS: source.kind === 'video' ? source.fromMs / 1000 : positionAt(recordedOf(video), source.fromMs),
  };
}
