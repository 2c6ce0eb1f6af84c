import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { NamedVideo, Visibility } from '#shared/videos/videos.ts';
import type { Liked } from '../library.item.ts';
import type { LikesDeps } from '../likes.service.ts';

export type EntryFinders = Pick<LikesDeps, 'findVideos' | 'findClips'>;

interface Reading {
  readonly ownerId: string;
  readonly isOwn: boolean;
  readonly visibility: Visibility;
}

/** The id of no person, for what everybody may open. */
const EVERYBODY = '';

/**
 * The entries of a playlist with what its reader may see of them. Readers other than the owner get the public and unlisted
 * ones, and in a public playlist no unlisted videos of other channels.
 */
export async function entriesFor(
  { findVideos, findClips }: EntryFinders,
  { ownerId, isOwn, visibility }: Reading,
  entries: readonly Liked[],
): Promise<PlaylistEntry[]> {
  const readerId = isOwn ? ownerId : EVERYBODY;
  const idsOf = (of: Liked['kind']) => entries.flatMap(({ kind, id }) => (kind === of ? id : []));
  const [videos, clips] = await Promise.all([
    findVideos(readerId, idsOf('video')),
    findClips(readerId, idsOf('clip')),
  ]);
  const isFor = (one: NamedVideo | Clip): boolean =>
    isOwn || visibility !== 'public' || one.visibility === 'public' || one.channel_id === ownerId;
  return entries.map(({ kind, id }) => {
    const video = videos.get(id);
    const clip = clips.get(id);
    return {
      kind,
      id,
      video: video && isFor(video) ? video : null,
      ...(clip && isFor(clip) && { clip }),
    };
  });
}

export const isAvailable = ({ video, clip }: PlaylistEntry): boolean => video !== null || clip !== undefined;

export const pictureOf = ({ video, clip }: PlaylistEntry): string | null =>
  (video ?? clip)?.thumbnail_url ?? null;
