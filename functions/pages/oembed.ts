/** The answer of oEmbed 1.0 (oembed.com §2.3), of type `video`. Pure. */
import { EMBED_SIZE, embedCode, embedPath, type FrameSize } from '../../shared/plain/embed-code.ts';
import { element, xmlDocument } from '../base/xml.ts';
import { channelHead, videoHead, WIDE_PICTURE_PX } from './page-head.ts';
import type { ChannelContent } from './pages.service.ts';

export type Oembed = Readonly<Record<string, string | number>>;

/** What the frame may measure at most, in CSS pixels. */
export interface Bounds {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
}

/** A frame is as large as is asked for, but no larger than what plays in it. */
const LARGEST: FrameSize = { width: 1920, height: 1080 };

/** For how long it may be kept, in seconds. */
const CACHE_AGE_S = 300;

export function oembedOf({ channel, video }: ChannelContent, bounds: Bounds, siteUrl: string): Oembed {
  const { title, name, picture } = video
    ? { ...videoHead(video, channel, siteUrl), title: video.title }
    : { ...channelHead(channel, siteUrl), title: channel.title || channel.display_name };
  const size = sizeWithin(bounds);
  const path = video ? embedPath.video(video.id) : embedPath.channel(channel.username);
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

/** The largest frame of 16:9 within the bounds; without any, the usual one. */
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

export const oembedJson = (answer: Oembed): string => JSON.stringify(answer);

export const oembedXml = (answer: Oembed): string =>
  xmlDocument(
    'oembed',
    '',
    Object.entries(answer).map(([name, value]) => element(name, String(value))),
  );
