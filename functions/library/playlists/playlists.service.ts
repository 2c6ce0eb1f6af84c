import { ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import type { Playlist, PlaylistBody, PlaylistChoice, PlaylistUpdate } from '#shared/channels/playlists.ts';
import { MAX_PLAYLISTS } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import { type Authorized, authorize } from '#functions/base/authorized.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { Liked } from '../library.item.ts';
import type { WatchLaterRepository } from '../watch-later.repository.ts';
import { entryOf, isOpenPlaylist, toEntry } from './playlist.ts';
import type { PlaylistItem } from './playlist.item.ts';
import type { PlaylistsRepository } from './playlists.repository.ts';
import { type EntryFinders, entriesFor, pictureOf } from './visible-entries.ts';

export interface PlaylistsDeps extends EntryFinders {
  readonly playlists: PlaylistsRepository;
  readonly watchLater: WatchLaterRepository;
  /** A person's channel, also a hidden one. Eventually consistent. */
  readonly findOwner: (id: string) => Promise<Owner | null>;
  readonly clock: () => number;
}

interface Owner {
  readonly channel: Channel;
  readonly isHidden: boolean;
}

/** A playlist that a person may open. */
export interface OpenPlaylist {
  readonly item: PlaylistItem;
  readonly owner: Owner;
  readonly isOwn: boolean;
}

export const playlistNotFound = (): DomainError => new DomainError('not_found', 'playlist_not_found');

/** Watch later has the id of its person, and is stored apart (`watch-later.repository.ts`). */
export const isWatchLater = (callerId: string | undefined, id: string): callerId is string => id === callerId;

/** Throws `not_found` for another's private playlist, as for one that does not exist. */
export async function openPlaylist(
  { playlists, watchLater, findOwner }: PlaylistsDeps,
  callerId: string | undefined,
  id: string,
): Promise<OpenPlaylist> {
  const item = isWatchLater(callerId, id)
    ? watchLaterItem(callerId, await watchLater.count(callerId))
    : await playlists.find(id);
  const isOwn = item?.owner_id === callerId;
  if (!item || (!isOwn && !isOpenPlaylist(item))) throw playlistNotFound();
  const owner = await findOwner(item.owner_id);
  if (!owner || (owner.isHidden && !isOwn)) throw playlistNotFound();
  return { item, owner, isOwn };
}

/** Its title is for other programs; the site has its own words for it. */
const watchLaterItem = (owner_id: string, count: number): PlaylistItem => ({
  id: owner_id,
  owner_id,
  title: 'Watch later',
  description: '',
  visibility: 'private',
  count,
  created_at: isoTime(0),
  updated_at: isoTime(0),
});

export async function readPlaylist(
  deps: PlaylistsDeps,
  callerId: string | undefined,
  id: string,
): Promise<Playlist> {
  const open = await openPlaylist(deps, callerId, id);
  return toPlaylist(deps, open, open.item);
}

type Opened = Pick<OpenPlaylist, 'owner' | 'isOwn'>;

async function toPlaylist(deps: EntryFinders, opened: Opened, item: PlaylistItem): Promise<Playlist> {
  const [playlist] = await toPlaylists(deps, opened, [item], item.visibility);
  return playlist!;
}

/** Playlists of one owner, with the pictures of their first entries. */
async function toPlaylists(
  deps: EntryFinders,
  { owner: { channel }, isOwn }: Opened,
  items: readonly PlaylistItem[],
  // Those of a list are public, where it is another's.
  visibility: PlaylistItem['visibility'] = 'public',
): Promise<Playlist[]> {
  const covers = items.map(({ cover }) => cover);
  const found = await entriesFor(
    deps,
    { ownerId: channel.id, isOwn, visibility },
    covers.flatMap((cover) => (cover === undefined ? [] : [toEntry(cover)])),
  );
  const pictures = new Map(found.map((entry) => [entryOf(entry), pictureOf(entry)]));
  return items.map(({ id, title, description, visibility, count, cover, ...item }) => ({
    id,
    channel_id: channel.id,
    username: channel.username,
    display_name: channel.display_name,
    title,
    description,
    visibility,
    picture_url: pictures.get(cover ?? '') ?? null,
    ...(isOwn && { count, ...(item.is_removed && { is_removed: true as const }) }),
    created_at: item.created_at,
    updated_at: item.updated_at,
  }));
}

async function requireOwner(deps: Pick<PlaylistsDeps, 'findOwner'>, id: string): Promise<Owner> {
  const owner = await deps.findOwner(id);
  // A token stays valid for up to a day after its account is deleted.
  if (!owner) throw notFound('channel');
  return owner;
}

export async function listOwnPlaylists(
  deps: PlaylistsDeps,
  callerId: string,
  part: PageRequest,
): Promise<Page<Playlist>> {
  const owner = await requireOwner(deps, callerId);
  const { items, next } = await deps.playlists.listOwn(callerId, part);
  return { items: await toPlaylists(deps, { owner, isOwn: true }, items), next, total: undefined };
}

/** Throws `not_found` for a hidden channel. */
export async function listPublicPlaylists(
  deps: PlaylistsDeps,
  channelId: string,
  part: PageRequest,
): Promise<Page<Playlist>> {
  const owner = await requireOwner(deps, channelId);
  if (owner.isHidden) throw notFound('channel');
  const { items, next } = await deps.playlists.listPublic(channelId, part);
  return { items: await toPlaylists(deps, { owner, isOwn: false }, items), next, total: undefined };
}

/** The first page begins with Watch later, which contains no clips. */
export async function listChoices(
  { playlists, watchLater }: Pick<PlaylistsDeps, 'playlists' | 'watchLater'>,
  callerId: string,
  liked: Liked,
  part: PageRequest,
): Promise<Page<PlaylistChoice>> {
  const hasLater = liked.kind === 'video' && part.cursor === undefined;
  const [{ items, next }, isSaved] = await Promise.all([
    playlists.listOwn(callerId, part),
    hasLater && watchLater.has(callerId, liked.id),
  ]);
  const later = hasLater ? [{ ...watchLaterItem(callerId, 0), has: isSaved }] : [];
  const having = await playlists.having(
    items.map(({ id }) => id),
    entryOf(liked),
  );
  const choices = [...later, ...items.map((item) => ({ ...item, has: having.has(item.id) }))];
  return {
    items: choices.map(({ id, title, visibility, has }) => ({ id, title, visibility, has })),
    next,
    total: undefined,
  };
}

/** A used idempotency key returns what it created. Throws `not_found`, and `conflict` for too many. */
export async function createPlaylist(
  deps: PlaylistsDeps,
  callerId: string,
  body: PlaylistBody,
  key: string | undefined,
): Promise<Playlist> {
  const earlier = key === undefined ? undefined : await deps.playlists.findByKey(callerId, key);
  if (earlier !== undefined) return readPlaylist(deps, callerId, earlier);
  const owner = await requireOwner(deps, callerId);
  const nowMs = deps.clock();
  const at = isoTime(nowMs);
  const facts = { id: ulid(nowMs), owner_id: callerId, count: 0, created_at: at, updated_at: at };
  const item: PlaylistItem = { ...facts, ...body };
  if (await deps.playlists.create(item, key, nowMs)) return toPlaylist(deps, { owner, isOwn: true }, item);
  const other = key === undefined ? undefined : await deps.playlists.findByKey(callerId, key);
  if (other !== undefined) return readPlaylist(deps, callerId, other);
  throw new DomainError('conflict', 'too_many_playlists', { max: MAX_PLAYLISTS });
}

/** Throws `not_found` for what the caller may not open, and `forbidden` for another's. */
export async function requireOwn(
  deps: PlaylistsDeps,
  callerId: string,
  id: string,
): Promise<Authorized<PlaylistItem>> {
  const { item } = await openPlaylist(deps, callerId, id);
  return authorize(callerId, item.owner_id, item, 'other');
}

/** Throws `not_found`, `forbidden`. */
export async function changePlaylist(
  deps: PlaylistsDeps,
  callerId: string,
  id: string,
  { title, description, visibility }: PlaylistUpdate,
): Promise<Playlist> {
  if (isWatchLater(callerId, id)) throw new DomainError('forbidden', 'watch_later_fixed');
  const item = await requireOwn(deps, callerId, id);
  const fields = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(visibility !== undefined && { visibility }),
  };
  const changed = await deps.playlists.change(item, fields, deps.clock());
  if (!changed) throw playlistNotFound();
  const owner = await requireOwner(deps, callerId);
  return toPlaylist(deps, { owner, isOwn: true }, changed);
}

/** May be repeated. Throws `forbidden`. */
export async function deletePlaylist(deps: PlaylistsDeps, callerId: string, id: string): Promise<void> {
  if (isWatchLater(callerId, id)) throw new DomainError('forbidden', 'watch_later_fixed');
  const item = await deps.playlists.find(id);
  // Another's private playlist is treated as one that does not exist.
  if (!item || (item.owner_id !== callerId && !isOpenPlaylist(item))) return;
  await deps.playlists.remove(authorize(callerId, item.owner_id, item, 'other'));
}
