import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { escapeMarkup } from '#shared/plain/text/markup.ts';
import { element, xmlDocument, xmlText } from '#functions/base/text/xml.ts';

const NAMESPACES =
  'version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"';

/** How long readers may cache it, in minutes. */
const TTL = '15';

/** A channel's videos, newest first, as RSS 2.0 with pictures of Media RSS. Its own texts are names, alike in all languages. */
export function channelFeed(channel: Channel, videos: readonly Video[], siteUrl: string): string {
  const url = `${siteUrl}/channel/${channel.username}`;
  return xmlDocument('rss', NAMESPACES, [
    '<channel>',
    element('title', `${channel.display_name} · Fanfare`),
    element('link', url),
    element('description', htmlOf(channel.description || channel.display_name)),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(`${url}/feed.xml`)}" />`,
    element('ttl', TTL),
    ...videos.map((video) => itemOf(video, `${url}/video/${video.id}`, siteUrl)),
    '</channel>',
  ]);
}

function itemOf(video: Video, url: string, siteUrl: string): string {
  const { title, description, category, thumbnail_url, created_at } = video;
  const picture = thumbnail_url && new URL(thumbnail_url, siteUrl).href;
  return [
    '<item>',
    element('title', title),
    element('link', url),
    element('guid', url),
    // RFC 822.
    element('pubDate', new Date(created_at).toUTCString()),
    element('category', category),
    ...(description ? [element('description', htmlOf(description))] : []),
    ...(picture ? [`<media:thumbnail url="${xmlText(picture)}" />`] : []),
    '</item>',
  ].join('\n');
}

/** Readers take a description for HTML (RSS Advisory Board, "RSS Best Practices Profile"). */
const htmlOf = (text: string): string => escapeMarkup(text).replaceAll(/\r\n|\r|\n/g, '<br>');
