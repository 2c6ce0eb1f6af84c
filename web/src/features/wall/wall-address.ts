/** The wall as an address: `/wall?of=ada,grace,video:01ABC&big=ada`. Pure. */
import { keep, readKept } from '../../lib/kept.ts';
import { paths } from '../../lib/paths.ts';

/** More at once are too much for most connections, and for any ear. */
export const MAX_TILES = 4;

export type Tile =
  | { readonly kind: 'channel'; readonly username: string }
  | { readonly kind: 'video'; readonly id: string };

export interface Wall {
  readonly tiles: readonly Tile[];
  /** The key of the one that is shown big; `null`: all are alike. */
  readonly big: string | null;
}

const VIDEO = 'video:';

/** Names a tile in the address, and in this browser's memory. */
export const keyOf = (tile: Tile): string =>
  tile.kind === 'video' ? `${VIDEO}${tile.id}` : tile.username.toLowerCase();

const tileOf = (written: string): Tile =>
  written.startsWith(VIDEO)
    ? { kind: 'video', id: written.slice(VIDEO.length) }
    : { kind: 'channel', username: written };

/** What `of` and `big` of an address ask for: each once, and no more than there is room for. */
export function readWall(search: URLSearchParams): Wall {
  const written = (search.get('of') ?? '').split(',').map((part) => part.trim());
  const byKey = new Map(
    written
      .filter((part) => part !== '' && part !== VIDEO)
      .map(tileOf)
      .toReversed()
      .map((tile) => [keyOf(tile), tile]),
  );
  const tiles = [...byKey.values()].toReversed().slice(0, MAX_TILES);
  const big = (search.get('big') ?? '').toLowerCase();
  return { tiles, big: tiles.map(keyOf).find((key) => key.toLowerCase() === big) ?? null };
}

/** The address of a wall, as `readWall` reads it. */
export function wallPath({ tiles, big }: Wall): string {
  if (tiles.length === 0) return paths.wall();
  const part = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');
  const of = tiles.map((tile) => part(tile.kind === 'video' ? keyOf(tile) : tile.username)).join(',');
  return paths.wall(`of=${of}${big === null ? '' : `&big=${part(big)}`}`);
}

/** With one more; on a full wall it takes the place of the last one that is not big. */
export function withTile({ tiles, big }: Wall, tile: Tile): Wall {
  if (tiles.some((known) => keyOf(known) === keyOf(tile))) return { tiles, big };
  const given = tiles.length < MAX_TILES ? null : tiles.findLast((known) => keyOf(known) !== big);
  return { tiles: [...tiles.filter((known) => known !== given), tile], big };
}

export const withoutTile = ({ tiles, big }: Wall, key: string): Wall => ({
  tiles: tiles.filter((tile) => keyOf(tile) !== key),
  big: big === key ? null : big,
});

const ADDRESS = /\/channel\/([^/?#\s]+)(?:\/video\/([^/?#\s]+))?/;

/** What somebody means who writes the address of a channel or a video; `null` of anything else. */
export function tileAt(written: string): Tile | null {
  const [, username, id] = ADDRESS.exec(written) ?? [];
  if (id !== undefined) return { kind: 'video', id };
  return username === undefined ? null : { kind: 'channel', username: decodeURIComponent(username) };
}

/** The wall that was last looked at, which "Add to wall" adds to: this browser's memory. */

const KEY = 'wall.last';

export const keepWall = (wall: Wall): void => keep('localStorage', KEY, wallPath(wall));

export function lastWall(): Wall {
  const kept = readKept('localStorage', KEY);
  return readWall(new URLSearchParams(typeof kept === 'string' ? kept.split('?')[1] : ''));
}

/** The address of the last wall with one more on it. */
export const pathWith = (tile: Tile): string => wallPath(withTile(lastWall(), tile));
