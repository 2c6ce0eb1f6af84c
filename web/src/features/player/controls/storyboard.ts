/** The pictures of the seek bar: WebVTT whose cues name a picture, or a part of one (`#xywh`). */
import { useEffect, useState } from 'react';

export interface StoryboardPicture {
  readonly startS: number;
  readonly endS: number;
  readonly url: string;
  /** The part to show, in pixels; `null`: all of it. */
  readonly part: Part | null;
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const TIMES = /^((?:\d+:)?\d\d:\d\d\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d\d:\d\d\.\d{3})/;

/** Reads the cues (WebVTT §4); `baseUrl` is where the file came from. What is no cue with a picture is left out. */
export function parseStoryboard(text: string, baseUrl: string): readonly StoryboardPicture[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => TIMES.test(line));
      const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? [];
      const url = URL.parse(lines[at + 1] ?? '', baseUrl);
      return at >= 0 && lines[at + 1] && url ? [pictureOf(seconds(start), seconds(end), url)] : [];
    });
}

/** The picture for a time; beyond the last one, the last. */
export const pictureAt = (pictures: readonly StoryboardPicture[], timeS: number): StoryboardPicture | null =>
  pictures.findLast(({ startS }) => startS <= timeS) ?? pictures[0] ?? null;

/** Media Fragments URI 1.0 §4.2.2: `#xywh=160,90,160,90`, optionally with `pixel:`. */
function pictureOf(startS: number, endS: number, url: URL): StoryboardPicture {
  const numbers = /[#&]xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/.exec(url.hash)?.slice(1).map(Number) ?? [];
  const [x, y, width, height] = numbers;
  url.hash = '';
  const isWhole = x === undefined || y === undefined || !width || !height;
  return { startS, endS, url: url.href, part: isWhole ? null : { x, y, width, height } };
}

/** `MM:SS.mmm` or `HH:MM:SS.mmm`. */
const seconds = (timestamp: string): number =>
  timestamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const NONE: readonly StoryboardPicture[] = [];

/** The pictures of the seek bar; none until `isWanted`, and where they cannot be loaded. */
export function useStoryboard(url: string | null, isWanted: boolean): readonly StoryboardPicture[] {
  const [pictures, setPictures] = useState(NONE);
  useEffect(() => {
    if (url === null || !isWanted) return;
    const over = new AbortController();
    fetch(url, { signal: over.signal })
      .then(async (response) => {
        const text = response.ok ? await response.text() : '';
        setPictures(parseStoryboard(text, response.url));
      })
      // A seek bar without pictures is a seek bar all the same.
      .catch(() => undefined);
    return () => over.abort();
  }, [url, isWanted]);
  return pictures;
}
