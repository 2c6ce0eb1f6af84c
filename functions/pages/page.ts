import { Game, Id, Username } from '../../shared/base/fields.ts';
import { categoryIdOf } from '../../shared/plain/category-list.ts';

/** What is shown at an address below `/channel`: a channel or its chat, or a video of it. */
export interface Page {
  readonly username: string;
  readonly part?: 'chat';
  readonly videoId?: string;
}

const ADDRESS = /^\/channel\/([^/]+)(?:\/(chat)|\/video\/([^/]+))?\/?$/;

/** Reads an address as it was sent, escapes and all; `null` where no channel and no video can have it. */
export function pageOf(path: string): Page | null {
  const [, name, part, id] = ADDRESS.exec(path) ?? [];
  const username = Username.safeParse(decoded(name)).data;
  if (username === undefined) return null;
  if (id === undefined) return part === 'chat' ? { username, part } : { username };
  const videoId = Id.safeParse(decoded(id)).data;
  return videoId === undefined ? null : { username, videoId };
}

const CATEGORY_ADDRESS = /^\/category\/([^/]+)\/?$/;

/** The id of the category that is shown at an address, which has its name or its id; `null` where none can have it. */
export function categoryAt(path: string): string | null {
  const name = Game.safeParse(decoded(CATEGORY_ADDRESS.exec(path)?.[1])).data;
  return name === undefined ? null : categoryIdOf(name);
}

/** `undefined` where the escapes are broken. */
function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
