/** Loads the pages of a live stream's past: media playlists (RFC 8216), each of some minutes. Pure, except that it loads texts. */
import type { Rewind } from '#shared/live/browser-stream.ts';

export type RewindRendition = 'main' | 'small' | 'sound';

interface PageSegment {
  /** Its tags and its URL, as the page has them. */
  readonly lines: readonly string[];
  readonly dateMs: number;
  readonly durationS: number;
  readonly isBreak: boolean;
}

export interface RewindPage {
  readonly targetDurationS: number;
  /** None: a gap. */
  readonly segments: readonly PageSegment[];
  /** It will not change. */
  readonly isWhole: boolean;
}

const SEGMENT_TAG = /^#(EXTINF|EXT-X-(DISCONTINUITY|MAP|PROGRAM-DATE-TIME|BYTERANGE))(:|\s*$)/;

export function parsePage(text: string): RewindPage {
  const segments: PageSegment[] = [];
  let lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (SEGMENT_TAG.test(line)) lines.push(line);
    if (line === '' || line.startsWith('#')) continue;
    segments.push(segmentOf([...lines, line]));
    lines = [];
  }
  const targetDurationS = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? 1);
  return { targetDurationS, segments, isWhole: text.includes('#EXT-X-ENDLIST') };
}

function segmentOf(lines: readonly string[]): PageSegment {
  const valueOf = (tag: string) => lines.find((line) => line.startsWith(`#${tag}:`))?.slice(tag.length + 2);
  return {
    lines,
    dateMs: Date.parse(valueOf('EXT-X-PROGRAM-DATE-TIME') ?? ''),
    durationS: Number.parseFloat(valueOf('EXTINF') ?? '0'),
    isBreak: lines.includes('#EXT-X-DISCONTINUITY'),
  };
}

/** When a page begins and ends; `null` for a gap. */
export function timesOf({ segments }: RewindPage) {
  const [first, last] = [segments[0], segments.at(-1)];
  return first && last ? { fromMs: first.dateMs, toMs: last.dateMs + last.durationS * 1000 } : null;
}

/** Seconds from the first segment to a time, without gaps. */
export function offsetOf(segments: RewindPage['segments'], atMs: number): number {
  let beforeS = 0;
  for (const { dateMs, durationS } of segments) {
    if (dateMs + durationS * 1000 > atMs) return beforeS + Math.max(0, (atMs - dateMs) / 1000);
    beforeS += durationS;
  }
  return beforeS;
}

/** The time at an offset; the end after the last segment. */
export function dateAt(segments: RewindPage['segments'], offsetS: number): number | null {
  let beforeS = 0;
  for (const { dateMs, durationS } of segments) {
    if (offsetS < beforeS + durationS) return dateMs + (offsetS - beforeS) * 1000;
    beforeS += durationS;
  }
  const last = segments.at(-1);
  return last ? last.dateMs + last.durationS * 1000 : null;
}

export const renditionOf = (url: string): RewindRendition =>
  (/\/(main|small|sound)\.m3u8/.exec(url)?.[1] as RewindRendition | undefined) ?? 'main';

/** Loads a text; throws where there is none. */
export type LoadText = (url: string) => Promise<string>;

export type RewindPages = ReturnType<typeof rewindPages>;

/** `url`: the contract's `…/rewind`. */
export function rewindPages(url: string, load: LoadText) {
  const whole = new Map<string, RewindPage>();
  const pages = {
    url,
    find: async (): Promise<Rewind> => JSON.parse(await load(url)) as Rewind,
    /** Whole pages are loaded once. */
    page: async (number: number, rendition: RewindRendition): Promise<RewindPage> => {
      const name = `${number}/${rendition}.m3u8`;
      const known = whole.get(name);
      if (known) return known;
      const page = parsePage(await load(`${url}/${name}`));
      if (page.isWhole) whole.set(name, page);
      return page;
    },
    /** The number of the page that has a time, or of the next one. */
    numberAt: async (dateMs: number, rendition: RewindRendition): Promise<number> => {
      const { parts } = await pages.find();
      const part = parts.findLast(({ from }) => Date.parse(from) <= dateMs) ?? parts[0];
      if (!part) throw new Error('There is no past');
      let [low, high] = [part.first_page, part.last_page];
      let [lowMs, highMs] = [Date.parse(part.from), Date.parse(part.to)];
      // Pages are about equally long, so that the first estimate is usually right. Gaps make it wrong.
      for (let reads = 0; low < high; reads += 1) {
        const share = reads % 2 === 0 ? (dateMs - lowMs) / (highMs - lowMs) : 0.5;
        const guess = Math.min(high, Math.max(low, low + Math.floor(share * (high - low + 1))));
        // A gap has no times: those of the page before it count.
        let found = guess;
        let times = timesOf(await pages.page(found, rendition));
        while (!times && found > low) times = timesOf(await pages.page((found -= 1), rendition));
        if (times && dateMs < times.fromMs) [high, highMs] = [found - 1, times.fromMs];
        else if (times && dateMs < times.toMs) return found;
        else [low, lowMs] = [guess + 1, times?.toMs ?? lowMs];
      }
      return Math.min(low, part.last_page);
    },
    /** The number of the page after this one; `null` if there is none yet. */
    numberAfter: async (number: number): Promise<number | null> => {
      const { parts } = await pages.find();
      const next = parts.find(({ last_page }) => last_page > number);
      return next ? Math.max(number + 1, next.first_page) : null;
    },
  };
  return pages;
}
