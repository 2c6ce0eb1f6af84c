import type { LikedEntry } from '#shared/channels/library.ts';
import { MAX_LIKES } from '#shared/limits.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { NamedVideo } from '#shared/videos/videos.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { Liked } from './library.item.ts';
import type { LikesRepository } from './likes.repository.ts';

type FindByIds<T> = (personId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

export interface LikesDeps {
  readonly likes: LikesRepository;
  /** Returns those that the person may see, by id. Eventually consistent. */
  readonly findVideos: FindByIds<NamedVideo>;
  readonly findClips: FindByIds<Clip>;
  readonly clock: () => number;
}

/** Throws `not_found` for what the person may not see, and `conflict` for too many. */
export async function like(
  { likes, findVideos, findClips, clock }: LikesDeps,
  personId: string,
  liked: Liked,
): Promise<void> {
  const find = liked.kind === 'video' ? findVideos : findClips;
  const found: ReadonlyMap<string, unknown> = await find(personId, [liked.id]);
  if (!found.has(liked.id)) throw notFound(liked.kind);
  if (await likes.add(personId, liked, clock())) return;
  throw new DomainError('conflict', 'too_many_likes', { max: MAX_LIKES });
}

export async function listLikes(
  { likes, findVideos, findClips }: Omit<LikesDeps, 'clock'>,
  personId: string,
  part: PageRequest,
): Promise<Page<LikedEntry>> {
  const { items, next } = await likes.list(personId, part);
  const idsOf = (of: Liked['kind']) => items.flatMap(({ kind, liked_id }) => (kind === of ? liked_id : []));
  const [videos, clips] = await Promise.all([
    findVideos(personId, idsOf('video')),
    findClips(personId, idsOf('clip')),
  ]);
  const entries = items.map(({ liked_id: id, kind, at }): LikedEntry => {
    const clip = clips.get(id);
    return { id, kind, at, video: videos.get(id) ?? null, ...(clip && { clip }) };
  });
  return { items: entries, next, total: undefined };
}
