/** What is to be seen around clips: their sources, and the people. */
import { getMany } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { type ChannelItem, channelKey } from '../channels/index.ts';
import type { Clip } from '../../shared/videos/clips.ts';
import { clipFor, type StoredClip, type Surroundings } from './clip.ts';
import { isOpen, recordedOf, replayKey, type VideoItem, videoKey, visibilityOf } from '../videos/index.ts';

/** Finds a clip that a person may see. */
export const visibleClipFinder =
  (table: Table) =>
  async (callerId: string, id: string): Promise<Clip | null> => {
    const { clipsRepository } = await import('./clips.repository.ts');
    const found = await clipsRepository(table).find(id);
    if (found?.state !== 'there') return null;
    const [around] = await clipsAround(table, [found.clip]);
    return around ? clipFor(callerId, found.clip, around) : null;
  };

/** As many reads for a hundred clips as for one, and of one as every write before has left it. */
export async function clipsAround(table: Table, clips: readonly StoredClip[]): Promise<Surroundings[]> {
  const read = { isConsistent: clips.length === 1 };
  const people = [...new Set(clips.flatMap(({ channelId, clipperId }) => [channelId, clipperId]))];
  const [channels, replays] = await Promise.all([
    getMany<ChannelItem>(table, people.map(channelKey), read),
    replaysOf(table, clips, read),
  ]);
  const videoIdOf = ({ source }: StoredClip) =>
    source?.kind === 'video' ? source.id : replays.get(source?.id ?? '');
  const videoIds = [...new Set(clips.flatMap((clip) => videoIdOf(clip) ?? []))];
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
    clipper: nameOf(clip.clipperId),
  }));
}

/** Which videos broadcasts have become. */
async function replaysOf(
  table: Table,
  clips: readonly StoredClip[],
  read: { readonly isConsistent: boolean },
) {
  const ids = clips.flatMap(({ source }) => (source?.kind === 'broadcast' ? [source.id] : []));
  const claims = await getMany<{ pk: string; video_id: string }>(
    table,
    [...new Set(ids)].map(replayKey),
    read,
  );
  return new Map(
    ids.flatMap((id) => {
      const claim = claims.find(({ pk }) => pk === replayKey(id).pk);
      return claim ? [[id, claim.video_id] as const] : [];
    }),
  );
}

function sourceOf(
  { source }: StoredClip,
  videoId: string | undefined,
  videos: ReadonlyMap<string, VideoItem>,
): Surroundings['source'] {
  if (!source || videoId === undefined) return 'awaited';
  const video = videos.get(videoId);
  if (!video) return 'gone';
  const visibility = isOpen(video) ? visibilityOf(video) : 'private';
  return {
    videoId,
    visibility,
    atS: source.kind === 'video' ? source.fromMs / 1000 : placeIn(video, source.fromMs),
  };
}

/** Where in a replay a time is, in seconds. */
function placeIn(video: VideoItem, atMs: number): number {
  const recorded = recordedOf(video);
  const part = recorded.findLast(({ time }) => Date.parse(time) <= atMs) ?? recorded[0];
  return Math.max(0, part.at_s + Math.max(0, atMs - Date.parse(part.time)) / 1000);
}
