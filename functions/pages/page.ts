import { Game, Id, Username } from '../../shared/base/fields.ts';
import { categoryIdOf } from '../../shared/plain/category-list.ts';

/** What is shown at an address below `/channel` or `/embed`: a channel, its chat or collection, or a video. */
export interface Page {
  /** Of the channel. A video in a frame is named by its id alone. */
  readonly username?: string;
  /** The whole of it without one. */
  readonly part?: 'chat' | 'fans' | 'embed';
  readonly videoId?: string;
}

const ADDRESS = /^\/channel\/([^/]+)(?:\/(chat|fans)|\/video\/([^/]+))?\/?$/;

const EMBED_ADDRESS = /^\/embed\/(?:video\/([^/]+)|([^/]+))\/?$/;

/** Reads an address as it was sent, escapes and all; `null` where no channel and no video can have it. */
export const pageOf = (path: string): Page | null => embeddedAt(path) ?? ownPageOf(path);

function embeddedAt(path: string): Page | null {
  const [, id, name] = EMBED_ADDRESS.exec(path) ?? [];
  const videoId = Id.safeParse(decoded(id)).data;
  if (videoId !== undefined) return { part: 'embed', videoId };
  const username = Username.safeParse(decoded(name)).data;
  return username === undefined ? null : { part: 'embed', username };
}

function ownPageOf(path: string): Page | null {
  const [, name, part, id] = ADDRESS.exec(path) ?? [];
  const username = Username.safeParse(decoded(name)).data;
  if (username === undefined) return null;
  if (id === undefined) return part === 'chat' || part === 'fans' ? { username, part } : { username };
  const videoId = Id.safeParse(decoded(id)).data;
  return videoId === undefined ? null : { username, videoId };
}

const CATEGORY_ADDRESS = /^\/category\/([^/]+)\/?$/;

/** The id of the category that is shown at an address, which has its name or its id; `null` where none can have it. */
export function categoryAt(path: string): string | null {
  const name = Game.safeParse(decoded(CATEGORY_ADDRESS.exec(path)?.[1])).data;
  return name === undefined ? null : categoryIdOf(name);
}

const CLIP_ADDRESS = /^\/clip\/([^/]+)\/?$/;

/** The id of the clip that is shown at an address; `null` where none can have it. */
export const clipAt = (path: string): string | null =>
  Id.safeParse(decoded(CLIP_ADDRESS.exec(path)?.[1])).data ?? null;

/** `undefined` where the escapes are broken. */
function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
