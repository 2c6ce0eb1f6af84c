/** What is in a playlist, and its order. */
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { MAX_PLAYLIST_ENTRIES, MAX_WATCH_LATER } from '#shared/limits.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { Liked } from '../library.item.ts';
import { entryOf, toEntry } from './playlist.ts';
import {
  isWatchLater,
  openPlaylist,
  playlistNotFound,
  type PlaylistsDeps,
  requireOwn,
} from './playlists.service.ts';
import { entriesFor, isAvailable } from './visible-entries.ts';

/** Throws `not_found`. */
export async function listEntries(
  deps: PlaylistsDeps,
  callerId: string | undefined,
  id: string,
  part: PageRequest,
): Promise<Page<PlaylistEntry>> {
  const { item, isOwn } = await openPlaylist(deps, callerId, id);
  const { items, next } = isWatchLater(callerId, id)
    ? await laterPage(deps, callerId, part)
    : await deps.playlists.listEntries(id, part, isOwn);
  const entries = await entriesFor(
    deps,
    { ownerId: item.owner_id, isOwn, visibility: item.visibility },
    items.map(toEntry),
  );
  return { items: isOwn ? entries : entries.filter(isAvailable), next, total: undefined };
}

async function laterPage({ watchLater }: PlaylistsDeps, callerId: string, part: PageRequest) {
  const { items, next } = await watchLater.list(callerId, part);
  return { items: items.map(({ video_id: id }) => entryOf({ kind: 'video', id })), next };
}

/** Throws `not_found` for what the person may not see, `forbidden` for another's playlist, and `conflict` for a full one. */
export async function addEntry(
  deps: PlaylistsDeps,
  callerId: string,
  id: string,
  entry: Liked,
): Promise<void> {
  const find = entry.kind === 'video' ? deps.findVideos : deps.findClips;
  const [item, found] = await Promise.all([
    isWatchLater(callerId, id) ? null : requireOwn(deps, callerId, id),
    find(callerId, [entry.id]) as Promise<ReadonlyMap<string, unknown>>,
  ]);
  if (!found.has(entry.id)) throw notFound(entry.kind);
  if (!item) return saveForLater(deps, callerId, entry);
  const added = (entries: readonly string[]) => {
    if (entries.includes(entryOf(entry))) return null;
    if (entries.length >= MAX_PLAYLIST_ENTRIES)
      throw new DomainError('conflict', 'playlist_full', { max: MAX_PLAYLIST_ENTRIES });
    return [...entries, entryOf(entry)];
  };
  if (!(await deps.playlists.changeEntries(item, added, deps.clock()))) throw playlistNotFound();
}

async function saveForLater({ watchLater, clock }: PlaylistsDeps, callerId: string, { kind, id }: Liked) {
  if (kind !== 'video') throw notFound('video');
  if (await watchLater.add(callerId, id, clock())) return;
  throw new DomainError('conflict', 'too_many_saved', { max: MAX_WATCH_LATER });
}

/** May be repeated. Throws `not_found`, and `forbidden` for another's playlist. */
export async function removeEntry(
  deps: PlaylistsDeps,
  callerId: string,
  id: string,
  entry: Liked,
): Promise<void> {
  if (isWatchLater(callerId, id)) return deps.watchLater.remove(callerId, entry.id);
  const item = await requireOwn(deps, callerId, id);
  await deps.playlists.changeEntries(item, without(entryOf(entry)), deps.clock());
}

const without = (entry: string) => (entries: readonly string[]) =>
  entries.includes(entry) ? entries.filter((one) => one !== entry) : null;

interface Move {
  readonly entry: Liked;
  /** The id of the entry that follows then; `null` for the end. */
  readonly before: string | null;
}

/** Throws `not_found` if one of the entries is no longer there, and `forbidden`. */
export async function moveEntry(
  deps: PlaylistsDeps,
  callerId: string,
  id: string,
  { entry, before }: Move,
): Promise<void> {
  if (isWatchLater(callerId, id)) throw new DomainError('forbidden', 'watch_later_fixed');
  const item = await requireOwn(deps, callerId, id);
  const isDone = await deps.playlists.changeEntries(
    item,
    (entries) => moved(entries, entryOf(entry), before),
    deps.clock(),
  );
  if (!isDone) throw playlistNotFound();
}

function moved(entries: readonly string[], entry: string, before: string | null): readonly string[] | null {
  if (!entries.includes(entry)) throw new DomainError('not_found', 'playlist_entry_gone');
  if (before === toEntry(entry).id) return null;
  const others = entries.filter((one) => one !== entry);
  const at = before === null ? others.length : others.findIndex((one) => toEntry(one).id === before);
  if (at === -1) throw new DomainError('not_found', 'playlist_entry_gone');
  return others.toSpliced(at, 0, entry);
}
