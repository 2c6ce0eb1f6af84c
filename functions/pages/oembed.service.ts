import { EMBED_SIZE, embedCode, embedPath, type FrameSize } from '#shared/plain/embed/embed-code.ts';
import { PLAY_TIME } from '#shared/plain/videos/play-time.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import { element, xmlDocument } from '#functions/base/text/xml.ts';
import { channelHead, videoHead, WIDE_PICTURE_PX } from './page-head.ts';
import { type ChannelContent, pageOf } from './page.ts';
import { findOfChannel, type OembedDeps } from './pages.service.ts';

/** The unchecked query (§2.2). */
export interface OembedQuery {
  readonly url?: string;
  readonly format?: string;
  readonly maxwidth?: string;
  readonly maxheight?: string;
}

type Oembed = Readonly<Record<string, string | number>>;

/** The maximum size of the frame, in CSS pixels. */
interface Bounds {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
}

/** The size of a frame without an upper bound. */
const LARGEST: FrameSize = { width: 1920, height: 1080 };

/** How long consumers may cache the response, in seconds. */
const CACHE_AGE_S = 300;

const FORMATS = {
  json: { type: 'application/json', write: (response: Oembed) => JSON.stringify(response) },
  xml: {
    type: 'text/xml',
    write: (response: Oembed) => {
      const elements = Object.entries(response).map(([name, value]) => element(name, String(value)));
      return xmlDocument('oembed', '', elements);
    },
  },
} as const;

/**
 * The oEmbed 1.0 response for a channel or a public video (oembed.com §2.3, type `video`). Throws `invalid_request`,
 * `not_found`, and `unauthenticated` for an unlisted video (§2.3.4).
 */
export async function oembed(deps: OembedDeps, query: OembedQuery) {
  const { format = 'json', url } = query;
  // Not the 501 of §2.3.2, which is for a format of oEmbed that a site lacks, and counts as a failure of the site.
  if (!Object.hasOwn(FORMATS, format)) throw new DomainError('invalid_request', 'unsupported_format');
  const { type, write } = FORMATS[format as keyof typeof FORMATS];
  const bounds: Bounds = { maxWidth: boundOf(query, 'maxwidth'), maxHeight: boundOf(query, 'maxheight') };
  if (!url) throw new DomainError('invalid_request', 'required', { field: 'url' });
  const requested = URL.parse(url);
  const content = await findVisible(deps, requested);
  const start = requested?.searchParams.get('t') ?? '';
  return { type, text: write(oembedOf(content, { bounds, start, siteUrl: deps.siteUrl })) };
}

async function findVisible(deps: OembedDeps, requested: URL | null): Promise<ChannelContent> {
  const page = requested?.origin === deps.siteUrl ? pageOf(requested.pathname) : null;
  const content = requireFound(page && !page.part ? await findOfChannel(deps, page) : null, 'page');
  if (content.video && content.video.visibility !== 'public')
    throw new DomainError('unauthenticated', 'not_public');
  return content;
}

/** In CSS pixels. */
function boundOf(query: OembedQuery, name: 'maxwidth' | 'maxheight'): number | undefined {
  const given = query[name];
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new DomainError('invalid_request', 'not_whole_pixels', { field: name });
}

interface Player {
  readonly bounds: Bounds;
  /** Where a video starts, unchecked, as its page's address has it. */
  readonly start: string;
  readonly siteUrl: string;
}

function oembedOf({ channel, video }: ChannelContent, { bounds, start, siteUrl }: Player): Oembed {
  // Programs that ask have no language.
  const site = { siteUrl, language: 'en' } as const;
  const { title, name, picture } = video
    ? { ...videoHead(video, channel, site), title: video.title }
    : { ...channelHead(channel, site), title: channel.title || channel.display_name };
  const size = sizeWithin(bounds);
  const from = PLAY_TIME.test(start) ? `?start=${start}` : '';
  const path = video ? embedPath.video(video.id) + from : embedPath.channel(channel.username);
  return {
    type: 'video',
    version: '1.0',
    title,
    author_name: channel.display_name,
    author_url: `${siteUrl}/channel/${channel.username}`,
    provider_name: 'Fanfare',
    provider_url: siteUrl,
    cache_age: CACHE_AGE_S,
    ...(picture.isWide && fits(WIDE_PICTURE_PX, bounds) && thumbnail(picture.url)),
    html: embedCode({ url: siteUrl + path, title: name, size }),
    ...size,
  };
}

const thumbnail = (url: string): Oembed => ({
  thumbnail_url: url,
  thumbnail_width: WIDE_PICTURE_PX.width,
  thumbnail_height: WIDE_PICTURE_PX.height,
});

const fits = ({ width, height }: FrameSize, { maxWidth = width, maxHeight = height }: Bounds): boolean =>
  width <= maxWidth && height <= maxHeight;

/** The largest frame of 16:9 within the bounds; without bounds, the default one. */
export function sizeWithin({ maxWidth, maxHeight }: Bounds): FrameSize {
  if (maxWidth === undefined && maxHeight === undefined) return EMBED_SIZE;
  const share = Math.min(
    1,
    (maxWidth ?? LARGEST.width) / LARGEST.width,
    (maxHeight ?? LARGEST.height) / LARGEST.height,
  );
  return {
    width: Math.max(1, Math.floor(LARGEST.width * share)),
    height: Math.max(1, Math.floor(LARGEST.height * share)),
  };
}
