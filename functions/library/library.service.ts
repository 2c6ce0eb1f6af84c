import { decodeTime } from 'ulid';
import { MAX_VIDEO_S, MAX_WATCH_LATER } from '#shared/limits.ts';
import type { HistoryEntry, HistorySettings, LibraryEntry, LibraryVideo } from '#shared/channels/library.ts';
import type { NamedVideo } from '#shared/videos/videos.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { LibraryItem, LiveBroadcast, WatchedItem } from './library.item.ts';
import type { LikesDeps } from './likes.service.ts';
import type { PublishedDeps } from './list-published.service.ts';
import type { WatchLaterRepository } from './watch-later.repository.ts';

export interface LibraryDeps extends PublishedDeps, LikesDeps {
  readonly watchLater: WatchLaterRepository;
  readonly history: HistoryRepository;
  /** Returns what a channel shows live. Eventually consistent. */
  readonly findBroadcast: (channelId: string) => Promise<LiveBroadcast | null>;
  /** Returns the replays that the person may see, by the ids of their streams, and the position of a moment in them. */
  readonly findReplays: (
    personId: string,
    moments: readonly { readonly streamId: string; readonly atMs: number }[],
  ) => Promise<ReadonlyMap<string, { readonly video: NamedVideo; readonly positionS: number }>>;
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

/** A broadcast whose replay was watched, too, is in the list as that. */
export async function listHistory(
  deps: Pick<LibraryDeps, 'history' | 'findVideos' | 'findVisible' | 'findReplays' | 'clock'>,
  personId: string,
  part: PageRequest,
): Promise<Page<HistoryEntry>> {
  const { since } = await deps.history.state(personId, deps.clock());
  const { items, next } = await deps.history.list(personId, since, part);
  const channelIds = new Set(items.flatMap(({ channel_id }) => channel_id ?? []));
  const [videos, replays, { channels }] = await Promise.all([
    entriesOf(
      deps,
      personId,
      items.filter(({ stream_id }) => stream_id === undefined),
    ),
    deps.findReplays(personId, items.flatMap(momentOf)),
    deps.findVisible([...channelIds], []),
  ]);
  const replayIds = [...replays.values()].map(({ video }) => video.id);
  const watched = await deps.history.findMany(personId, replayIds);
  const watchedReplays = new Set(watched.flatMap(({ at, video_id }) => (at > since ? video_id : [])));
  const entries = items.flatMap(({ video_id: id, at, position_s, channel_id = '', stream_id = '' }) => {
    const video = videos.find((entry) => entry.id === id);
    if (video) return { ...video, position_s };
    const [replay, channel] = [replays.get(stream_id), channels.get(channel_id)];
    if (replay && watchedReplays.has(replay.video.id)) return [];
    const positionS = replay ? asPosition(replay.positionS) : position_s;
    return { id, at, video: replay?.video ?? null, position_s: positionS, ...(channel && { channel }) };
  });
  return { items: entries, next, total: undefined };
}

/** When the pictures that the person saw last were live. */
const momentOf = ({ video_id, stream_id: streamId, position_s }: WatchedItem) =>
  streamId === undefined ? [] : [{ streamId, atMs: decodeTime(video_id) + position_s * 1000 }];

const asPosition = (seconds: number): number => Math.floor(Math.min(Math.max(0, seconds), MAX_VIDEO_S));

/** Ignored while the history is paused. Throws `not_found` for a channel that shows nothing live. */
export async function noteBroadcast(
  { history, findBroadcast, clock }: Pick<LibraryDeps, 'history' | 'findBroadcast' | 'clock'>,
  personId: string,
  { channelId, at }: { readonly channelId: string; readonly at: string | undefined },
): Promise<void> {
  const broadcast = requireFound(await findBroadcast(channelId), 'broadcast');
  const nowMs = clock();
  const seenMs = Math.min(at === undefined ? nowMs : Date.parse(at), nowMs);
  const positionS = asPosition((seenMs - decodeTime(broadcast.id)) / 1000);
  const state = await history.state(personId, nowMs, false);
  if (state.isPaused || (await history.move(personId, broadcast.id, positionS, nowMs, state))) return;
  await history.add(personId, broadcast.id, positionS, nowMs, broadcast);
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
