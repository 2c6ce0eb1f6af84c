import { CATEGORIES } from '../../shared/plain/category-list.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';
import { documentWithPreloads, unindexed, withHead } from './document-head.ts';
import { categoryHead, channelHead, clipHead, videoHead } from './page-head.ts';
import { categoryAt, clipAt, pageOf, type Page } from './page.ts';
import type { OpenClip } from '../clips/index.ts';

interface FindDeps {
  /** Takes a username in any case. */
  readonly findChannelId: (username: string) => Promise<string | null>;
  /** `null` if there is no public channel. */
  readonly findVisibleChannel: (id: string) => Promise<Channel | null>;
  /** `null` for a private video, too. */
  readonly findOpenVideo: (id: string) => Promise<Video | null>;
}

export interface OembedDeps extends FindDeps {
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
}

export interface PagesDeps extends OembedDeps {
  /** Finds a custom category; `null` if nothing visible is in it. */
  readonly findCategory: (id: string) => Promise<{ readonly name: string } | null>;
  /** `null` for a private clip, too. */
  readonly findOpenClip: (id: string) => Promise<OpenClip | null>;
  /** The application's document, as it was deployed last. */
  readonly readDocument: () => Promise<string>;
  readonly report: (step: string, error: unknown) => void;
}

/** Whether a page shows something; `unknown` where that cannot be read now. */
export type Presence = 'there' | 'missing' | 'unknown';

export interface OpenedPage {
  readonly html: string;
  readonly presence: Presence;
}

/** A public channel, and a public or unlisted video of it. */
export interface ChannelContent {
  readonly channel: Channel;
  readonly video?: Video;
}

/** What a page shows to everybody: a channel, a video or a clip of it; or a category. */
type PageContent = ChannelContent | OpenClip | { readonly category: { readonly name: string } };

/**
 * The document for the page at `path`, with what it tells of the page, and whether there is what it shows to everybody.
 * Throws where the document cannot be read.
 */
export async function openPage(deps: PagesDeps, path: string): Promise<OpenedPage> {
  const page = pageOf(path);
  const [content, html] = await Promise.all([readContent(deps, path, page), deps.readDocument()]);
  const isChannel = page !== null && page.videoId === undefined && page.part === undefined;
  const document = isChannel ? documentWithPreloads(html) : html;
  if (content === 'missing' || content === 'unknown') return { html: document, presence: content };
  return { html: described(document, page, content, deps.siteUrl), presence: 'there' };
}

/** Chats and frames are parts of other pages. The head of an unlisted video's page does not describe the video. */
function described(html: string, page: Page | null, content: PageContent, siteUrl: string): string {
  if ('category' in content) return withHead(html, categoryHead(content.category, siteUrl));
  const { channel } = content;
  if ('clip' in content) {
    const { clip } = content;
    return clip.visibility === 'public' ? withHead(html, clipHead(clip, channel, siteUrl)) : unindexed(html);
  }
  const { video } = content;
  if (page?.part || (video && video.visibility !== 'public')) return unindexed(html);
  return withHead(html, video ? videoHead(video, channel, siteUrl) : channelHead(channel, siteUrl));
}

/** People come before statuses: they get the page, and the page finds out for itself. */
async function readContent(
  deps: PagesDeps,
  path: string,
  page: Page | null,
): Promise<PageContent | 'missing' | 'unknown'> {
  try {
    const clipId = clipAt(path);
    if (clipId !== null) return (await deps.findOpenClip(clipId)) ?? 'missing';
    return (await (page ? findOfChannel(deps, page) : findCategory(deps, categoryAt(path)))) ?? 'missing';
  } catch (error) {
    deps.report('pages.presence', error);
    return 'unknown';
  }
}

/** What a page is of; `null` where it shows nothing. */
export async function findOfChannel(
  deps: FindDeps,
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

/** The ten are always there. */
async function findCategory(deps: PagesDeps, id: string | null): Promise<PageContent | null> {
  if (id === null) return null;
  const category = CATEGORIES.find((one) => one.id === id) ?? (await deps.findCategory(id));
  return category && { category };
}
