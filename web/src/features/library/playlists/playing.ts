/** What plays within a playlist: its address, its order and what follows. Pure. */
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { paths } from '#web/lib/paths.ts';

/** As the address has it, so that a reload keeps the place. */
export interface Playing {
  readonly listId: string;
  /** Decides the order; empty for the owner's. */
  readonly shuffle: string;
  readonly repeats: boolean;
}

const ID = new RegExp(`^${ULID}$`);
const SEED = /^[0-9a-z]{1,8}$/;

export function playingIn(params: URLSearchParams): Playing | null {
  const listId = params.get('list') ?? '';
  const shuffle = params.get('shuffle') ?? '';
  if (!ID.test(listId)) return null;
  return { listId, shuffle: SEED.test(shuffle) ? shuffle : '', repeats: params.has('repeat') };
}

export const newSeed = (): string => crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);

export const isAvailable = ({ video, clip }: PlaylistEntry): boolean => video !== null || clip !== undefined;

/** The page of an available entry, within its playlist. */
export function entryPath({ video, clip }: PlaylistEntry, { listId, shuffle, repeats }: Playing): string {
  const query = new URLSearchParams({
    list: listId,
    ...(shuffle && { shuffle }),
    ...(repeats && { repeat: '1' }),
  });
  return `${video ? paths.video(video.username, video.id) : paths.clip(clip?.id ?? '')}?${query}`;
}

/** Those that can be played, in their order; a seed gives each the same random place at any time. */
export function orderOf(entries: readonly PlaylistEntry[], shuffle: string): readonly PlaylistEntry[] {
  const playable = entries.filter(isAvailable);
  if (!shuffle) return playable;
  const places = new Map(playable.map((entry) => [entry, hashOf(shuffle + entry.id)]));
  return playable.toSorted((one, other) => places.get(one)! - places.get(other)!);
}

/** FNV-1a, 32 bits, and a last mix, because ids of one moment differ in few letters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** What plays after an entry; nothing after the last one, unless the playlist repeats. */
export function nextOf(
  order: readonly PlaylistEntry[],
  id: string,
  repeats: boolean,
): PlaylistEntry | undefined {
  const at = order.findIndex((entry) => entry.id === id);
  if (at === -1) return undefined;
  return order[at + 1] ?? (repeats && order.length > 1 ? order[0] : undefined);
}
