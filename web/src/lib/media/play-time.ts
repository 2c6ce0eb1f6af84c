/** Positions in a video, in addresses (`?t=1m15s`) and texts (1:02:03). */
import { PLAY_TIME } from '#shared/plain/videos/play-time.ts';

/** Excludes longer numbers, dates and ratios. */
const IN_TEXT = /(?<![\d:.,/-])(?:(\d{1,3}):(?=\d\d:))?(\d{1,2}):([0-5]\d)(?![\d:/]|[.,]\d)/g;

/** Parses "75", "75s", "1m15s" or "1h2m3s"; otherwise `null`. */
export function parsePlayTime(written: string | null): number | null {
  const match = PLAY_TIME.exec(written ?? '');
  return match && secondsOf(match.slice(1));
}

/** Parses "1:15", "1:02:03" or the format of addresses; otherwise `null`. */
export function parseClock(written: string): number | null {
  const [first, ...others] = clockMatches(written.trim());
  const isWhole = first && others.length === 0 && first.text === written.trim();
  return isWhole ? first.atS : parsePlayTime(written.trim());
}

/** The address of a position; plain from the start. */
export const withPlayTime = (url: string, atS: number | null): string =>
  atS ? `${url}?t=${Math.floor(atS)}` : url;

/** A piece of text, which may be a position. */
interface TimePart {
  readonly text: string;
  readonly atS?: number;
}

/** Splits a text at positions below `durationS`. Joined, the parts are the text. */
export function timeParts(written: string, durationS: number): readonly TimePart[] {
  const parts: TimePart[] = [];
  let end = 0;
  for (const { text, index, atS } of clockMatches(written)) {
    if (atS >= durationS) continue;
    if (index > end) parts.push({ text: written.slice(end, index) });
    parts.push({ text, atS });
    end = index + text.length;
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

function clockMatches(written: string) {
  return [...written.matchAll(IN_TEXT)]
    .filter(([, hours, minutes]) => hours === undefined || Number(minutes) < 60)
    .map((match) => ({ text: match[0], index: match.index, atS: secondsOf(match.slice(1)) }));
}

/** Sums hours, minutes and seconds, each optional. */
const secondsOf = (parts: readonly (string | undefined)[]): number =>
  parts.reduce((sum, part) => sum * 60 + Number(part ?? 0), 0);
