import { languageOfDocument } from '#messages/languages.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { unindexed, withHead } from './document-head.ts';
import { withFirstPlayer, withWallPlayer } from './first-player.ts';
import { categoryHead, channelHead, clipHead, type PageSite, playlistHead, videoHead } from './page-head.ts';
import {
  categoryAt,
  type ChannelContent,
  clipAt,
  playlistAt,
  isSiteScreen,
  pageOf,
  type Page,
  WALL_PATH,
} from './page.ts';
import type { OpenClip } from '#functions/clips/index.ts';
import type { PlaylistPreviewItem } from '#functions/library/index.ts';

export interface OembedDeps {
  /** Takes a username in any case. */
  readonly findChannelId: (username: string) => Promise<string | null>;
  /** `null` if there is no public channel. */
  readonly findVisibleChannel: (id: string) => Promise<Channel | null>;
  /** `null` for a private video, too. */
  readonly findOpenVideo: (id: string) => Promise<Video | null>;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
}

export interface PagesDeps extends OembedDeps {
  /** Finds a custom category; `null` if nothing visible is in it. */
  readonly findCategory: (id: string) => Promise<{ readonly name: string } | null>;
  /** `null` for a private clip, too. */
  readonly findOpenClip: (id: string) => Promise<OpenClip | null>;
  /** `null` for a private playlist, too. */
  readonly findOpenPlaylist: (id: string) => Promise<PlaylistContent | null>;
  /** A document of the application by its name, as it was deployed last. */
  readonly readDocument: (name: string) => Promise<string>;
  readonly report: (step: string, error: unknown) => void;
}

/** A public or unlisted playlist. */
export interface PlaylistContent {
  readonly playlist: PlaylistPreviewItem;
  readonly channel: Channel;
}

/** The public content of a page. */
type PageContent =
  | ChannelContent
  | OpenClip
  | PlaylistContent
  | { readonly category: { readonly name: string } };

/**
 * The document for the page at `path` with the page's head in its language, and whether its content is public; `unknown` if that cannot
 * be read now. Throws if the document cannot be read.
 */
export async function openPage(deps: PagesDeps, path: string, documentName: string) {
  const site = { siteUrl: deps.siteUrl, language: languageOfDocument(documentName) };
  if (isSiteScreen(path)) {
    const { screenHead } = await import('./screen-head.ts');
    const html = withHead(await deps.readDocument(documentName), screenHead(path, site));
    return { html: path === WALL_PATH ? withWallPlayer(html) : html, presence: 'there' as const };
  }
  const page = pageOf(path);
  const [content, html] = await Promise.all([readContent(deps, path, page), deps.readDocument(documentName)]);
  const document =
    page !== null && page.part === undefined
      ? withFirstPlayer(html, playedIn(content), page.videoId !== undefined)
      : html;
  if (content === 'missing' || content === 'unknown') return { html: document, presence: content };
  return { html: described(document, page, content, site), presence: 'there' as const };
}

const playedIn = (content: PageContent | 'missing' | 'unknown'): ChannelContent | null =>
  typeof content === 'object' && 'channel' in content && !('clip' in content) && !('playlist' in content)
    ? content
    : null;

/** Search engines index neither chats and frames, which are parts of other pages, nor unlisted videos, clips and playlists. */
function described(html: string, page: Page | null, content: PageContent, site: PageSite): string {
  if ('category' in content) return withHead(html, categoryHead(content.category, site));
  const { channel } = content;
  if ('clip' in content) {
    const { clip } = content;
    return clip.visibility === 'public' ? withHead(html, clipHead(clip, channel, site)) : unindexed(html);
  }
  if ('playlist' in content) {
    const { playlist } = content;
    return playlist.visibility === 'public'
      ? withHead(html, playlistHead(playlist, channel, site))
      : unindexed(html);
  }
  const { video } = content;
  if (page?.part || (video && video.visibility !== 'public')) return unindexed(html);
  return withHead(html, video ? videoHead(video, channel, site) : channelHead(channel, site));
}

/** A failed read answers `unknown`, so that people get the page, which requests the data itself. */
async function readContent(
  deps: PagesDeps,
  path: string,
  page: Page | null,
): Promise<PageContent | 'missing' | 'unknown'> {
  try {
    const clipId = clipAt(path);
    if (clipId !== null) return (await deps.findOpenClip(clipId)) ?? 'missing';
    const playlistId = playlistAt(path);
    if (playlistId !== null) return (await deps.findOpenPlaylist(playlistId)) ?? 'missing';
    return (await (page ? findOfChannel(deps, page) : findCategory(deps, categoryAt(path)))) ?? 'missing';
  } catch (error) {
    deps.report('pages.presence', error);
    return 'unknown';
  }
}

/** `null` if the page shows nothing. */
export async function findOfChannel(
  deps: OembedDeps,
  { username, videoId }: Page,
): Promise<ChannelContent | null> {
  const video = videoId === undefined ? undefined : await deps.findOpenVideo(videoId);
  if (video === null || (video && !isOf(video, username))) return null;
  const channelId = video ? video.channel_id : await deps.findChannelId(username ?? '');
  const channel = channelId === null ? null : await deps.findVisibleChannel(channelId);
  return channel && { channel, ...(video && { video }) };
}

const isOf = (video: Video, username = video.username): boolean =>
  video.username.toLowerCase() === username.toLowerCase();

/** The ten categories always exist. */
async function findCategory(deps: PagesDeps, id: string | null): Promise<PageContent | null> {
  if (id === null) return null;
  const category = CATEGORIES.find((one) => one.id === id) ?? (await deps.findCategory(id));
  return category && { category };
}
