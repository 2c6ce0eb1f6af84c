/**
 * Structured data for search engines (schema.org as JSON-LD 1.1): `VideoObject`, with a `BroadcastEvent` while a channel
 * is live, else `ProfilePage`; `CollectionPage` for a category, and `WebPage`.
 */
import type { Chapter } from '#shared/plain/videos/chapters.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';

export type LinkedData = Readonly<Record<string, unknown>>;

/** Of every page. The picture's URL is absolute. */
interface PageSubject {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly picture: { readonly url: string };
}

const CONTEXT = 'https://schema.org';

export function linkedVideo(
  video: Pick<Video, 'created_at' | 'duration_s' | 'views' | 'tags'> & {
    readonly chapters: readonly Chapter[];
  },
  subject: PageSubject,
  author: { readonly name: string; readonly url: string },
): LinkedData {
  return {
    ...videoObject(subject),
    uploadDate: video.created_at,
    // ISO 8601.
    ...(video.duration_s !== null && { duration: `PT${Math.round(video.duration_s)}S` }),
    ...(video.tags.length > 0 && { keywords: video.tags }),
    ...(video.chapters.length > 0 && {
      hasPart: video.chapters.map((chapter) => part(chapter, subject.url)),
    }),
    author: { '@type': 'Person', ...author },
    interactionStatistic: counter('WatchAction', video.views),
  };
}

const part = ({ title, startS, endS }: Chapter, url: string): LinkedData => ({
  '@type': 'Clip',
  name: title,
  startOffset: startS,
  endOffset: endS,
  url: `${url}?t=${startS}`,
});

export const linkedChannel = (channel: Channel, subject: PageSubject): LinkedData =>
  channel.is_live ? broadcast(channel, subject) : profile(channel, subject);

function broadcast({ title, display_name, game, links }: Channel, subject: PageSubject): LinkedData {
  const name = title || display_name;
  return {
    ...videoObject({ ...subject, name }),
    ...(game && { genre: game }),
    author: { '@type': 'Person', name: display_name, url: subject.url, ...elsewhere(links) },
    publication: { '@type': 'BroadcastEvent', name, isLiveBroadcast: true },
  };
}

/** The same person's pages on other sites. */
const elsewhere = (links: Channel['links']) => links && { sameAs: links.map(({ url }) => url) };

const profile = (channel: Channel, { description, url, picture }: PageSubject): LinkedData => ({
  '@context': CONTEXT,
  '@type': 'ProfilePage',
  url,
  mainEntity: {
    '@type': 'Person',
    name: channel.display_name,
    alternateName: channel.username,
    description,
    image: picture.url,
    url,
    ...elsewhere(channel.links),
    interactionStatistic: counter('FollowAction', channel.followers),
  },
});

export const linkedCategory = (subject: PageSubject): LinkedData => page('CollectionPage', subject);

export const linkedScreen = (subject: PageSubject): LinkedData => page('WebPage', subject);

const page = (type: 'CollectionPage' | 'WebPage', { name, description, url }: PageSubject): LinkedData => ({
  '@context': CONTEXT,
  '@type': type,
  name,
  description,
  url,
});

const videoObject = ({ name, description, url, picture }: PageSubject): LinkedData => ({
  '@context': CONTEXT,
  '@type': 'VideoObject',
  name,
  description,
  url,
  thumbnailUrl: [picture.url],
});

const counter = (action: 'WatchAction' | 'FollowAction', count: number): LinkedData => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
});
