import type { Language } from '#messages/languages.ts';
import { pages } from '#messages/server/pages.ts';
import { translator } from '#messages/translator.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { OpenClip } from '#functions/clips/index.ts';
import type { PlaylistPreviewItem } from '#functions/library/index.ts';
import { categoryName, type Translate } from './category-name.ts';
import { chaptersOf } from '#shared/plain/videos/chapters.ts';
import { linkedCategory, linkedChannel, linkedVideo, type LinkedData } from './linked-data.ts';

/** A page's metadata for search engines, messengers and other sites. */
export interface PageHead {
  /** Of the browser's tab. */
  readonly title: string;
  /** Of a link to the page; shows whether a channel is live. */
  readonly name: string;
  readonly description: string;
  /** Canonical. */
  readonly url: string;
  readonly picture: PagePicture;
  /** Open Graph properties. */
  readonly properties: Readonly<Record<string, string>>;
  readonly linkedData: LinkedData;
  /** The oEmbed address without a format (oEmbed §4). */
  readonly oembedUrl?: string;
  /** The feed of its newest videos. */
  readonly feedUrl?: string;
}

export interface PagePicture {
  /** Absolute. */
  readonly url: string;
  /** A wide picture of the content; otherwise the square avatar. */
  readonly isWide: boolean;
}

/** The maximum size of wide pictures, in pixels. */
export const WIDE_PICTURE_PX = { width: 1280, height: 720 } as const;

export const SITE = 'Fanfare';
/** For pages without a picture. */
export const ICON = '/icon-512.png';
/** In characters. Messengers show about as much. */
const DESCRIPTION_MAX_LENGTH = 200;

/** Where a page is, and in which language it is shown. */
export interface PageSite {
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  readonly language: Language;
}

export function channelHead(channel: Channel, { siteUrl, language }: PageSite): PageHead {
  const t = translator(pages, language);
  const { username, display_name, title, is_live } = channel;
  const subject = {
    name: is_live
      ? t('pages.liveTitle', { title: title ? `${title} · ${display_name}` : display_name })
      : display_name,
    description: described(channel, t),
    url: `${siteUrl}/channel/${username}`,
    picture: pictureOf(channel, siteUrl),
  };
  return {
    ...subject,
    title: `${title || display_name} · ${SITE}`,
    properties: is_live
      ? { 'og:type': 'video.other' }
      : { 'og:type': 'profile', 'profile:username': username },
    linkedData: linkedChannel(channel, subject),
    oembedUrl: oembedUrlOf(subject.url, siteUrl),
    feedUrl: `${subject.url}/feed.xml`,
  };
}

/** Of a public video. */
export function videoHead(video: Video, channel: Channel, { siteUrl, language }: PageSite): PageHead {
  const t = translator(pages, language);
  const { id, title, kind, username, thumbnail_url } = video;
  const { display_name: name } = channel;
  const channelUrl = `${siteUrl}/channel/${username}`;
  const made = kind === 'replay' ? t('pages.replay', { name }) : t('pages.video', { name });
  const subject = {
    name: title,
    description: oneLine(video.description) || made,
    url: `${channelUrl}/video/${id}`,
    picture: thumbnail_url ? wide(thumbnail_url, siteUrl) : pictureOf(channel, siteUrl),
  };
  return {
    ...filmHead(subject, video),
    linkedData: linkedVideo(
      { ...video, chapters: chaptersOf(video.description, video.duration_s ?? 0) },
      subject,
      { name, url: channelUrl },
    ),
    oembedUrl: oembedUrlOf(subject.url, siteUrl),
  };
}

/** The head that videos and clips share. */
const filmHead = <Subject extends { readonly name: string }>(
  subject: Subject,
  { created_at, duration_s }: Pick<Video, 'created_at' | 'duration_s'>,
) => ({
  ...subject,
  title: `${subject.name} · ${SITE}`,
  properties: {
    'og:type': 'video.other',
    'video:release_date': created_at,
    ...(duration_s !== null && { 'video:duration': String(Math.max(1, Math.round(duration_s))) }),
  },
});

/** Of a public clip. */
export function clipHead(
  clip: OpenClip['clip'],
  channel: Channel,
  { siteUrl, language }: PageSite,
): PageHead {
  const { id, title, clipper, thumbnail_url } = clip;
  const { display_name, username } = channel;
  const subject = {
    name: title,
    description: translator(pages, language)('pages.clip', { name: display_name, clipper }),
    url: `${siteUrl}/clip/${id}`,
    picture: thumbnail_url ? wide(thumbnail_url, siteUrl) : pictureOf(channel, siteUrl),
  };
  return {
    ...filmHead(subject, clip),
    linkedData: linkedVideo({ ...clip, tags: [], chapters: [] }, subject, {
      name: display_name,
      url: `${siteUrl}/channel/${username}`,
    }),
  };
}

/** Of a public playlist. */
export function playlistHead(
  { id, title, description }: PlaylistPreviewItem,
  channel: Channel,
  { siteUrl, language }: PageSite,
): PageHead {
  const { display_name: name } = channel;
  const subject = {
    name: title,
    description: oneLine(description) || translator(pages, language)('pages.playlist', { name }),
    url: `${siteUrl}/playlist/${id}`,
    picture: pictureOf(channel, siteUrl),
  };
  return {
    ...subject,
    title: `${title} · ${SITE}`,
    properties: { 'og:type': 'website' },
    linkedData: linkedCategory(subject),
  };
}

export function categoryHead({ name }: { readonly name: string }, { siteUrl, language }: PageSite): PageHead {
  const t = translator(pages, language);
  const category = categoryName(t, name);
  const subject = {
    name: t('pages.categoryTitle', { category }),
    description: t('pages.category', { category }),
    url: `${siteUrl}/category/${encodeURIComponent(name)}`,
    picture: { url: siteUrl + ICON, isWide: false },
  };
  return {
    ...subject,
    title: `${category} · ${SITE}`,
    properties: { 'og:type': 'website' },
    linkedData: linkedCategory(subject),
  };
}

const oembedUrlOf = (url: string, siteUrl: string): string =>
  `${siteUrl}/oembed?${new URLSearchParams({ url })}`;

function described({ display_name: name, description, game, is_live }: Channel, t: Translate): string {
  const about = oneLine(description);
  if (!is_live) return about || t('pages.channel', { name });
  const now = game ? t('pages.liveIn', { name, category: categoryName(t, game) }) : t('pages.live', { name });
  return oneLine(`${now} ${about}`);
}

/** The live picture while the channel is live, else the owner's. */
function pictureOf(channel: Channel, siteUrl: string): PagePicture {
  const subject = channel.live_thumbnail_url || channel.thumbnail_url;
  if (subject) return wide(subject, siteUrl);
  return { url: new URL(channel.avatar || ICON, siteUrl).href, isWide: false };
}

const wide = (path: string, siteUrl: string): PagePicture => ({
  url: new URL(path, siteUrl).href,
  isWide: true,
});

/** Joins lines, and truncates a long text. */
export function oneLine(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= DESCRIPTION_MAX_LENGTH) return characters.join('');
  return `${characters
    .slice(0, DESCRIPTION_MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
