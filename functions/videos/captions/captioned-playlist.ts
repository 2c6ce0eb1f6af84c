/** HLS playlists (RFC 8216) of a video with captions, for players that draw captions themselves. Pure. */
import type { Captions } from '#shared/videos/videos.ts';
import { linesOf, readVariants, resolvePath } from '#functions/base/hls/hls.ts';
import {
  CAPTIONS_ATTRIBUTE,
  captionsRendition,
  mediaPlaylist,
  multivariantPlaylist,
  textOf,
} from '#functions/base/hls/hls-playlist.ts';

/** The maximum rate at which broadcasts are transcoded, whose playlists have one variant and do not describe it. */
const ONE_VARIANT = 'BANDWIDTH=3200000';

/** The playlist at `url`, at another address and with a rendition for each language. */
export function withCaptions(text: string, url: string, captions: readonly Captions[]): string {
  const group = captions.length > 0 ? [CAPTIONS_ATTRIBUTE] : [];
  const media = captions.map((one) => renditionOf(one, captions));
  if (readVariants(text).length === 0)
    return multivariantPlaylist([{ uri: url, attributes: [ONE_VARIANT, ...group] }], { media });
  const [head = '', ...lines] = linesOf(text);
  const tags = media.map((attributes) => `#EXT-X-MEDIA:${attributes.join(',')}`);
  return textOf([head, ...tags, ...lines.map((line) => lineWith(line, url, group))]);
}

function renditionOf({ language, label }: Captions, all: readonly Captions[]): string[] {
  const isUnique = all.every((other) => other.language === language || other.label !== label);
  const name = isUnique ? label : `${label} (${language})`;
  return captionsRendition({ language, name, uri: `captioned/${language}.m3u8` });
}

function lineWith(line: string, url: string, group: readonly string[]): string {
  if (line.startsWith('#EXT-X-STREAM-INF:')) return [line, ...group].join(',');
  if (line.startsWith('#'))
    return line.replace(/URI="([^"]*)"/, (_, uri: string) => `URI="${resolvePath(uri, url)}"`);
  return resolvePath(line, url);
}

/** The playlist of one language: one file for the whole video, whose media begins at `ticks`. */
export const languagePlaylist = (language: string, durationS: number, ticks: number): string =>
  mediaPlaylist({
    segments: [{ uri: `subtitles/${language}_${ticks}.vtt`, durationS, isBreak: false }],
    isVod: true,
    isEnded: true,
  });
