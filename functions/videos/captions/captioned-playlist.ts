/** HLS playlists (RFC 8216) of a video with captions or chapters, for players that show them themselves. Pure. */
import type { Chapter } from '#shared/plain/videos/chapters.ts';
import type { Captions, ChapterEntry } from '#shared/videos/videos.ts';
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

/** Session data (§4.3.4.4) under the name that Apple defines for chapters in JSON. */
const CHAPTERS_TAG = '#EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"';

interface Additions {
  readonly captions: readonly Captions[];
  readonly hasChapters: boolean;
}

/** The playlist at `url`, at another address, with a rendition for each language and the address of the chapters. */
export function withAdditions(text: string, url: string, { captions, hasChapters }: Additions): string {
  const group = captions.length > 0 ? [CAPTIONS_ATTRIBUTE] : [];
  const isOneVariant = readVariants(text).length === 0;
  const playlist = isOneVariant ? multivariantPlaylist([{ uri: url, attributes: [ONE_VARIANT] }]) : text;
  const [head = '', ...lines] = linesOf(playlist);
  const media = captions.map((one) => `#EXT-X-MEDIA:${renditionOf(one, captions).join(',')}`);
  const session = hasChapters ? [CHAPTERS_TAG] : [];
  return textOf([head, ...session, ...media, ...lines.map((line) => lineWith(line, url, group))]);
}

/** The chapters as Apple’s players read them. Descriptions do not say their language. */
export const chapterEntries = (chapters: readonly Chapter[]): ChapterEntry[] =>
  chapters.map(({ startS, endS, title }, index) => ({
    chapter: index + 1,
    'start-time': startS,
    duration: endS - startS,
    titles: [{ language: 'und', title }],
  }));

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
