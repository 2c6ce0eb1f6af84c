/** The wall that was last looked at, which "Add to wall" adds to: this browser's memory. */
import { keep, readKept } from '../../lib/kept.ts';
import { readWall, type Tile, type Wall, wallPath, withTile } from './wall-address.ts';

const KEY = 'wall.last';

export const keepWall = (wall: Wall): void => keep('localStorage', KEY, wallPath(wall));

export function lastWall(): Wall {
  const kept = readKept('localStorage', KEY);
  return readWall(new URLSearchParams(typeof kept === 'string' ? kept.split('?')[1] : ''));
}

/** The address of the last wall with one more on it. */
export const pathWith = (tile: Tile): string => wallPath(withTile(lastWall(), tile));
