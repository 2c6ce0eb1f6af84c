import { Game, Id, Username } from '#shared/base/fields.ts';
import { categoryIdOf } from '#shared/plain/category-list.ts';
import { SCREENS, SCREENS_WITH_HEAD } from '#shared/plain/screens.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';

/** A public channel, and a public or unlisted video of it. */
export interface ChannelContent {
  readonly channel: Channel;
  readonly video?: Video;
}

/** The subject of a URL below `/channel` or `/embed`. */
export interface Page {
  /** Of the channel; absent for an embedded video. */
  readonly username?: string;
  /** Absent for the channel's page. */
  readonly part?: 'chat' | 'fans' | 'embed';
  readonly videoId?: string;
}

const ADDRESS = /^\/channel\/([^/]+)(?:\/(chat|fans)|\/video\/([^/]+))?\/?$/;

const EMBED_ADDRESS = /^\/embed\/(?:video\/([^/]+)|([^/]+))\/?$/;

/** Takes an escaped path; `null` if no channel or video can have it. */
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

/** The id of a category's page, by name or id; `null` for any other path. */
export function categoryAt(path: string): string | null {
  const name = Game.safeParse(decoded(CATEGORY_ADDRESS.exec(path)?.[1])).data;
  return name === undefined ? null : categoryIdOf(name);
}

/** The page of the wall; its tiles are in the query, which only the browser knows. */
export const WALL_PATH = SCREENS.wall;

/** Whether a path is one of a public screen whose content is no person's. */
export const isSiteScreen = (path: string): boolean =>
  SCREENS_WITH_HEAD.some((screen) => screen === path) || /^\/fans\/.+$/.test(path);

const CLIP_ADDRESS = /^\/clip\/([^/]+)\/?$/;

/** The id of a clip's page; `null` for any other path. */
export const clipAt = (path: string): string | null =>
  Id.safeParse(decoded(CLIP_ADDRESS.exec(path)?.[1])).data ?? null;

const PLAYLIST_ADDRESS = /^\/playlist\/([^/]+)\/?$/;

/** The id of a playlist's page; `null` for any other path. */
export const playlistAt = (path: string): string | null =>
  Id.safeParse(decoded(PLAYLIST_ADDRESS.exec(path)?.[1])).data ?? null;

/** `undefined` for invalid escapes. */
function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
