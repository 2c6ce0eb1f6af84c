/** The pictures of the seek bar: WebVTT whose cues name a picture, or a part of one (`#xywh`). */
import { useEffect, useState } from 'react';
import { fetchVtt, parseCues } from './web-vtt.ts';

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

/** Reads the cues (WebVTT §4); `baseUrl` is where the file came from. What is no cue with a picture is left out. */
export function parseStoryboard(text: string, baseUrl: string): readonly StoryboardPicture[] {
  return parseCues(text).flatMap(({ startS, endS, text: name }) => {
    const url = URL.parse(name, baseUrl);
    return name && url ? [pictureOf(startS, endS, url)] : [];
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

const NONE: readonly StoryboardPicture[] = [];

/** The pictures of the seek bar; none until `isWanted`, and where they cannot be loaded. */
export function useStoryboard(url: string | null, isWanted: boolean): readonly StoryboardPicture[] {
  const [pictures, setPictures] = useState(NONE);
  useEffect(() => {
    if (url === null || !isWanted) return;
    // A seek bar without pictures is a seek bar all the same.
    return fetchVtt(url, (text, baseUrl) => setPictures(parseStoryboard(text, baseUrl)));
  }, [url, isWanted]);
  return pictures;
}
