import { parseUrl } from '#web/lib/parse-url.ts';
import { type CueTime, parseCues } from './web-vtt.ts';

export interface PreviewPicture {
  /** When it begins to be the picture of a position. */
  readonly startS: number;
  readonly url: string;
  /** The part to display, in pixels; `null`: the whole picture. */
  readonly part: Readonly<Record<'x' | 'y' | 'width' | 'height', number>> | null;
}

/** A cue of the storyboard file (WebVTT): a picture, or a part of one (`#xywh`). */
export type StoryboardPicture = PreviewPicture & Pick<CueTime, 'endS'>;

/** Reads the cues (WebVTT §4); `baseUrl` is the file's URL. Cues without a picture are left out. */
export function parseStoryboard(text: string, baseUrl: string): readonly StoryboardPicture[] {
  return parseCues(text).flatMap(({ startS, endS, text: name }) => {
    const url = parseUrl(name, baseUrl);
    return name && url ? [pictureOf(startS, endS, url)] : [];
  });
}

/** Media Fragments URI 1.0 §4.2.2: `#xywh=160,90,160,90`, optionally with `pixel:`. */
function pictureOf(startS: number, endS: number, url: URL): StoryboardPicture {
  const numbers = /[#&]xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/.exec(url.hash)?.slice(1).map(Number) ?? [];
  const [x, y, width, height] = numbers;
  url.hash = '';
  const isWhole = x === undefined || y === undefined || !width || !height;
  return { startS, endS, url: url.href, part: isWhole ? null : { x, y, width, height } };
}
