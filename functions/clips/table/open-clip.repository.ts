import type { Channel } from '#shared/channels/channels.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { findVisibleChannel } from '#functions/channels/index.ts';
import { findRefusedAuthors, REFUSAL_ATTRIBUTES } from '#functions/chat/index.ts';
import { stricter } from '../clip.ts';
import { CLIP_STATES, clipKey, CLIP_PREVIEW_ATTRIBUTES, type ClipPreviewItem } from './clip.item.ts';
import { findOpenVideo, REPLAY_ATTRIBUTES, replayKey } from '#functions/videos/index.ts';
import type { Visibility } from '#shared/videos/videos.ts';

/** A clip that everyone with its address may open, and its channel. */
export interface OpenClip {
  readonly clip: Pick<
    Clip,
    'id' | 'title' | 'clipper' | 'visibility' | 'thumbnail_url' | 'duration_s' | 'views' | 'created_at'
  >;
  readonly channel: Channel;
}

const moment = { isConsistent: false } as const;

/** A clip whose source is open too; `null` when there is none. Eventually consistent. */
export async function findOpenClip(table: Table, id: string): Promise<OpenClip | null> {
  const clip = await getItem<ClipPreviewItem>(table, clipKey(id), {
    ...moment,
    attributes: CLIP_PREVIEW_ATTRIBUTES,
  });
  if (clip?.state !== CLIP_STATES.ready || clip.is_removed) return null;
  const [source, isBanned, channel, clipper] = await Promise.all([
    sourceOf(table, clip),
    isClipperBanned(table, clip),
    findVisibleChannel(table, clip.channel_id),
    findVisibleChannel(table, clip.clipper_id),
  ]);
  if (source === null || channel === null || clipper === null || isBanned) return null;
  const visibility = stricter(clip.visibility, source);
  if (visibility === 'private') return null;
  return { clip: { ...clip, visibility, views: clip.views ?? 0 }, channel };
}

/** By single reads, because the Lambda of pages may do no others. */
async function isClipperBanned(table: Table, { channel_id, clipper_id }: ClipPreviewItem): Promise<boolean> {
  const authorship = { channelId: channel_id, authorId: clipper_id };
  const one = { ...moment, attributes: ['pk', 'sk', ...REFUSAL_ATTRIBUTES] };
  const read = async (keys: readonly Key[]) => {
    const items = await Promise.all(keys.map((key) => getItem<{ pk: string; sk: string }>(table, key, one)));
    return items.filter((item) => item !== undefined);
  };
  const refusalOf = await findRefusedAuthors(read, [authorship], Date.now());
  return refusalOf(authorship)?.untilMs === null;
}

/** The visibility of its source; `null` when that is not open. */
async function sourceOf(
  table: Table,
  { source_kind, source_id }: ClipPreviewItem,
): Promise<Visibility | null> {
  if (source_id === undefined) return 'public';
  const videoId = source_kind === 'broadcast' ? await replayOf(table, source_id) : source_id;
  if (videoId === undefined) return 'public';
  return (await findOpenVideo(table, videoId))?.visibility ?? null;
}

async function replayOf(table: Table, streamId: string): Promise<string | undefined> {
  const read = { ...moment, attributes: REPLAY_ATTRIBUTES };
  return (await getItem<{ readonly video_id: string }>(table, replayKey(streamId), read))?.video_id;
}
