import { MAX_WATCH_LATER } from '../../shared/limits.ts';
import type { LibraryEntry, LibraryVideo } from '../../shared/videos/library.ts';
import type { NamedVideo } from '../../shared/videos/videos.ts';
import { DomainError, notFound } from '../base/errors.ts';
import type { Page, PageRequest } from '../base/page.ts';
import type { LibraryItem } from './library.item.ts';
import type { WatchLaterRepository } from './watch-later.repository.ts';

export interface LibraryDeps {
  readonly watchLater: WatchLaterRepository;
  /** Those of the videos that the person may see, by id. Eventually consistent. */
  readonly findVideos: (
    personId: string,
    videoIds: readonly string[],
  ) => Promise<ReadonlyMap<string, NamedVideo>>;
  readonly canSee: (personId: string, videoId: string) => Promise<boolean>;
  readonly clock: () => number;
}

export async function libraryVideo(
  { watchLater }: Pick<LibraryDeps, 'watchLater'>,
  personId: string,
  videoId: string,
): Promise<LibraryVideo> {
  return { watch_later: await watchLater.has(personId, videoId) };
}

export async function listWatchLater(
  deps: Pick<LibraryDeps, 'watchLater' | 'findVideos'>,
  personId: string,
  part: PageRequest,
): Promise<Page<LibraryEntry>> {
  const { items, next } = await deps.watchLater.list(personId, part);
  return { items: await entriesOf(deps, personId, items), next, total: undefined };
}

/** Throws `not_found` for a video that the person may not see, and `conflict` for too many. */
export async function saveForLater(
  { watchLater, canSee, clock }: Pick<LibraryDeps, 'watchLater' | 'canSee' | 'clock'>,
  personId: string,
  videoId: string,
): Promise<void> {
  if (!(await canSee(personId, videoId))) throw notFound('video');
  if (await watchLater.add(personId, videoId, clock())) return;
  throw new DomainError('conflict', 'too_many_saved', { max: MAX_WATCH_LATER });
}

async function entriesOf(
  { findVideos }: Pick<LibraryDeps, 'findVideos'>,
  personId: string,
  items: readonly LibraryItem[],
): Promise<LibraryEntry[]> {
  const videos = await findVideos(
    personId,
    items.map(({ video_id }) => video_id),
  );
  return items.map(({ video_id: id, at }) => ({ id, at, video: videos.get(id) ?? null }));
}
