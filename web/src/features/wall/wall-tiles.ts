/** The tiles of a wall, as its URL has them. The document's script reads them before the application runs. */

/** More players at once are too much for most connections. */
export const MAX_TILES = 4;

export type Tile =
  | { readonly kind: 'channel'; readonly username: string }
  | { readonly kind: 'video'; readonly id: string };

export interface Wall {
  readonly tiles: readonly Tile[];
  /** The key of the big tile; `null`: all have the same size. */
  readonly big: string | null;
}

const VIDEO = 'video:';

/** Identifies a tile in the URL and in stored settings. */
export const keyOf = (tile: Tile): string =>
  tile.kind === 'video' ? `${VIDEO}${tile.id}` : tile.username.toLowerCase();

const tileOf = (written: string): Tile =>
  written.startsWith(VIDEO)
    ? { kind: 'video', id: written.slice(VIDEO.length) }
    : { kind: 'channel', username: written };

/** Reads `of` and `big` from a URL: without duplicates, and at most `MAX_TILES`. */
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
