import { MAX_WATCH_LATER } from '../../shared/limits.ts';
import type {
  HistoryEntry,
  HistorySettings,
  LibraryEntry,
  LibraryVideo,
} from '../../shared/videos/library.ts';
import type { NamedVideo } from '../../shared/videos/videos.ts';
import { DomainError, notFound } from '../base/errors.ts';
import type { Page, PageRequest } from '../base/page.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { LibraryItem } from './library.item.ts';
import type { PublishedDeps } from './list-published.service.ts';
import type { WatchLaterRepository } from './watch-later.repository.ts';

export interface LibraryDeps extends PublishedDeps {
  readonly watchLater: WatchLaterRepository;
  readonly history: HistoryRepository;
  /** Those of the videos that the person may see, by id. Eventually consistent. */
  readonly findVideos: (
    personId: string,
    videoIds: readonly string[],
  ) => Promise<ReadonlyMap<string, NamedVideo>>;
  readonly canSee: (personId: string, videoId: string) => Promise<boolean>;
}

type Own = Pick<LibraryDeps, 'watchLater' | 'history' | 'clock'>;

export async function libraryVideo(
  { watchLater, history, clock }: Own,
  personId: string,
  videoId: string,
): Promise<LibraryVideo> {
  const [watch_later, watched, { isPaused, since }] = await Promise.all([
    watchLater.has(personId, videoId),
    history.find(personId, videoId),
    history.state(personId, clock()),
  ]);
  const isKnown = watched && watched.at > since;
  return { watch_later, position_s: isKnown ? watched.position_s : null, is_paused: isPaused };
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

export async function listHistory(
  deps: Pick<LibraryDeps, 'history' | 'findVideos' | 'clock'>,
  personId: string,
  part: PageRequest,
): Promise<Page<HistoryEntry>> {
  const { since } = await deps.history.state(personId, deps.clock());
  const { items, next } = await deps.history.list(personId, since, part);
  const entries = await entriesOf(deps, personId, items);
  const withPositions = entries.map((entry, at) => ({ ...entry, position_s: items[at]!.position_s }));
  return { items: withPositions, next, total: undefined };
}

/** Ignored while the history is paused. Throws `not_found` for a video that the person may not see. */
export async function noteWatched(
  { history, canSee, clock }: Pick<LibraryDeps, 'history' | 'canSee' | 'clock'>,
  personId: string,
  { videoId, positionS }: { readonly videoId: string; readonly positionS: number },
): Promise<void> {
  const nowMs = clock();
  const state = await history.state(personId, nowMs, false);
  if (state.isPaused || (await history.move(personId, videoId, positionS, nowMs, state))) return;
  if (!(await canSee(personId, videoId))) throw notFound('video');
  await history.add(personId, videoId, positionS, nowMs);
}

export async function historySettings(
  { history, clock }: Pick<LibraryDeps, 'history' | 'clock'>,
  personId: string,
): Promise<HistorySettings> {
  return { is_paused: (await history.state(personId, clock())).isPaused };
}

export async function changeHistorySettings(
  { history }: Pick<LibraryDeps, 'history'>,
  personId: string,
  settings: HistorySettings,
): Promise<HistorySettings> {
  await history.pause(personId, settings.is_paused);
  return settings;
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
