/** A clip as the services know it, and who sees it. Pure. */
import type { Clip, ClipBody } from '../../shared/videos/clips.ts';
import { VISIBILITIES, type Visibility } from '../../shared/videos/videos.ts';

/** What it is a piece of: a video, or a broadcast whose replay is to come. */
export interface ClipSource {
  readonly kind: 'video' | 'broadcast';
  readonly id: string;
  /** Where it begins: from the beginning of the video, or since 1970. */
  readonly fromMs: number;
}

export interface StoredClip {
  readonly id: string;
  readonly channelId: string;
  readonly username: string;
  readonly clipperId: string;
  readonly clipper: string;
  readonly title: string;
  /** As its source was when it was made; where that is gone, as it was last. */
  readonly visibility: Visibility;
  /** Missing where it is deleted, and the clip is kept. */
  readonly source?: ClipSource;
  readonly playbackUrl: string;
  readonly startS: number;
  readonly durationS: number;
  readonly thumbnailUrl: string | null;
  readonly isKept: boolean;
  /** The site's moderators have taken it away. */
  readonly isRemoved?: boolean;
  readonly views: number;
  readonly createdAt: string;
}

/** One whose files are being stored. */
export interface BegunClip {
  readonly id: string;
  readonly channelId: string;
  readonly request: ClipBody;
}

/** `gone`: it was deleted, and does not come back. */
export type ClipState =
  | { readonly state: 'there'; readonly clip: StoredClip }
  | { readonly state: 'begun'; readonly begun: BegunClip }
  | { readonly state: 'gone' };

/** What is to be seen around a clip. */
export interface Surroundings {
  /** `awaited`: there is no replay, yet or at all; `gone`: it is deleted. */
  readonly source:
    | { readonly videoId: string; readonly visibility: Visibility; readonly atS: number }
    | 'awaited'
    | 'gone';
  /** Display names; `null` of whom nobody may see. */
  readonly channel: string | null;
  readonly clipper: string | null;
}

/** The beginning of the keys of its files in the media bucket. */
export const clipFilesPrefix = ({ channelId, id }: Pick<StoredClip, 'channelId' | 'id'>): string =>
  `media/clips/${channelId}/${id}/`;

/** The one of them that fewer people see. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))] ?? 'private';

/** Who sees a clip: never more than see its source. `null`: nobody, as moderators have removed it, one of both people is hidden, or the source is going. */
export function visibilityOf(
  { visibility, isRemoved = false }: StoredClip,
  { source, channel, clipper }: Surroundings,
): Visibility | null {
  if (isRemoved || channel === null || clipper === null || source === 'gone') return null;
  return source === 'awaited' ? visibility : stricter(visibility, source.visibility);
}

/** As a caller sees it; `null` where they do not. A private one is its channel's owner's alone. */
export function clipFor(callerId: string | undefined, clip: StoredClip, around: Surroundings): Clip | null {
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
    source: typeof source === 'string' ? null : { video_id: source.videoId, at_s: source.atS },
    is_kept: clip.isKept,
    views: clip.views,
    created_at: clip.createdAt,
  };
}
