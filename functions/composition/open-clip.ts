import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { findVisibleChannel } from '../channels/table/public-channels.repository.ts';
import { stricter } from '../clips/clip.ts';
import { clipKey, PREVIEW_ATTRIBUTES, type PreviewItem } from '../clips/clip.item.ts';
import type { OpenClip } from '../pages/ports.ts';
import { findOpenVideo } from '../videos/table/open-video.repository.ts';
import { REPLAY_ATTRIBUTES, replayKey } from '../videos/table/video.item.ts';
import type { Visibility } from '../../shared/videos/videos.ts';

const moment = { isConsistent: false } as const;

/** A clip that whoever has its address may open, as its source may be; `null` where there is none. It may be a moment old. */
export async function findOpenClip(table: Table, id: string): Promise<OpenClip | null> {
  const clip = await getItem<PreviewItem>(table, clipKey(id), { ...moment, attributes: PREVIEW_ATTRIBUTES });
  if (clip?.state !== 'there' || clip.is_removed) return null;
  const [source, channel, clipper] = await Promise.all([
    sourceOf(table, clip),
    findVisibleChannel(table, clip.channel_id),
    findVisibleChannel(table, clip.clipper_id),
  ]);
  if (source === null || channel === null || clipper === null) return null;
  const visibility = stricter(clip.visibility, source);
  const { title, thumbnail_url, duration_s, views = 0, created_at } = clip;
  if (visibility === 'private') return null;
  const shown = {
    id,
    title,
    clipper: clip.clipper,
    visibility,
    thumbnail_url,
    duration_s,
    views,
    created_at,
  };
  return { clip: shown, channel };
}

/** Who sees its source; `null` where that is not open. */
async function sourceOf(table: Table, { source_kind, source_id }: PreviewItem): Promise<Visibility | null> {
  if (source_id === undefined) return 'public';
  const videoId = source_kind === 'broadcast' ? await replayOf(table, source_id) : source_id;
  if (videoId === undefined) return 'public';
  return (await findOpenVideo(table, videoId))?.visibility ?? null;
}

async function replayOf(table: Table, streamId: string): Promise<string | undefined> {
  const read = { ...moment, attributes: REPLAY_ATTRIBUTES };
  return (await getItem<{ readonly video_id: string }>(table, replayKey(streamId), read))?.video_id;
}
