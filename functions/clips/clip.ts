/** A clip, and who may see it. Pure. */
import type { Clip, ClipBody } from '#shared/videos/clips.ts';
import { VISIBILITIES } from '#shared/plain/videos/visibilities.ts';
import type { Visibility } from '#shared/videos/videos.ts';

/** The source of the clip: a video, or a broadcast without a replay yet. */
export interface ClipSource {
  readonly kind: 'video' | 'broadcast';
  readonly id: string;
  /** Its start: since the start of the video, or since 1970. */
  readonly fromMs: number;
}

export interface StoredClip {
  readonly id: string;
  readonly channelId: string;
  readonly username: string;
  readonly clipperId: string;
  readonly clipper: string;
  readonly title: string;
  /** Its source's at the time of the cut; the last one when the source is deleted. */
  readonly visibility: Visibility;
  /** Missing when it is deleted and the clip is kept. */
  readonly source?: ClipSource;
  readonly playbackUrl: string;
  readonly startS: number;
  readonly durationS: number;
  readonly thumbnailUrl: string | null;
  readonly captions?: Clip['captions'];
  readonly isKept: boolean;
  readonly isRemoved?: boolean;
  readonly views: number;
  readonly likes: number;
  readonly createdAt: string;
}

/** A clip whose files are being stored. */
export interface UnfinishedClip {
  readonly id: string;
  readonly channelId: string;
  readonly request: ClipBody;
}

export type DueClip = Pick<StoredClip, 'id' | 'channelId'>;

/** `creating`: its files are being stored. `deleted`: its id is not used again. */
export type ClipState =
  | { readonly state: 'ready'; readonly clip: StoredClip }
  | { readonly state: 'creating'; readonly unfinished: UnfinishedClip }
  | { readonly state: 'deleted' };

/** What decides who may see a clip. */
export interface ClipAccess {
  /** `pending`: there is no replay yet, or none at all. */
  readonly source:
    | { readonly videoId: string; readonly visibility: Visibility; readonly atS: number }
    | 'pending'
    | 'deleted';
  /** Display names; `null` for hidden people, and for a clipper whom the channel has banned or its owner has blocked. */
  readonly channel: string | null;
  readonly clipper: string | null;
}

export const clipFilesPrefix = ({ channelId, id }: Pick<StoredClip, 'channelId' | 'id'>): string =>
  `media/clips/${channelId}/${id}/`;

/** The visibility that fewer people see. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))] ?? 'private';

/**
 * The clip's visibility is never wider than its source's. `null` when moderators have removed it, the channel or
 * clipper is hidden, or the source is deleted.
 */
export function visibilityOf(
  { visibility, isRemoved = false }: StoredClip,
  { source, channel, clipper }: ClipAccess,
): Visibility | null {
  if (isRemoved || channel === null || clipper === null || source === 'deleted') return null;
  return source === 'pending' ? visibility : stricter(visibility, source.visibility);
}

/** The clip for a caller; `null` when they may not see it. Only the channel's owner sees a private one. */
export function clipFor(callerId: string | undefined, clip: StoredClip, around: ClipAccess): Clip | null {
  const visibility = visibilityOf(clip, around);
  if (visibility === null || (visibility === 'private' && callerId !== clip.channelId)) return null;
  const { source } = around;
  return {
    id: clip.id,
    channel_id: clip.channelId,
    username: clip.username,
    display_name: around.channel ?? clip.username,
    clipper_id: clip.clipperId,
    clipper: clip.clipper,
    title: clip.title,
    visibility,
    playback_url: clip.playbackUrl,
    start_s: clip.startS,
    duration_s: clip.durationS,
    thumbnail_url: clip.thumbnailUrl,
    ...(clip.captions && { captions: clip.captions }),
    source: typeof source === 'string' ? null : { video_id: source.videoId, at_s: source.atS },
    is_kept: clip.isKept,
    views: clip.views,
    likes: clip.likes,
    created_at: clip.createdAt,
  };
}
