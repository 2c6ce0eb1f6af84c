/** The wall as a URL: `/wall?of=ada,grace,video:01ABC&big=ada`; the last one is stored in this browser. */
import { keep, readKept } from '#web/lib/kept.ts';
import { paths } from '#web/lib/paths.ts';
import { keyOf, MAX_TILES, readWall, type Tile, type Wall } from './wall-tiles.ts';

export function wallPath({ tiles, big }: Wall): string {
  if (tiles.length === 0) return paths.wall();
  const part = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');
  const of = tiles.map((tile) => part(tile.kind === 'video' ? keyOf(tile) : tile.username)).join(',');
  return paths.wall(`of=${of}${big === null ? '' : `&big=${part(big)}`}`);
}

/** Adds a tile; on a full wall it replaces the last one that is not big. */
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

/** The tile for the URL of a channel or a video; `null` for any other text. */
export function tileAt(written: string): Tile | null {
  const [, username, id] = ADDRESS.exec(written) ?? [];
  if (id !== undefined) return { kind: 'video', id };
  return username === undefined ? null : { kind: 'channel', username: decoded(username) };
}

/** As written, where its percent signs are no codes. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Storage key of the last opened wall, to which "Add to wall" adds. */
const KEY = 'wall.last';

export const keepWall = (wall: Wall): void => keep('localStorage', KEY, wallPath(wall));

export function lastWall(): Wall {
  const kept = readKept('localStorage', KEY);
  return readWall(new URLSearchParams(typeof kept === 'string' ? kept.split('?')[1] : ''));
}

/** The URL of the last wall with another tile. */
export const pathWith = (tile: Tile): string => wallPath(withTile(lastWall(), tile));
