/** Places in a video as people write them: in an address (`?t=1m15s`) and in a text (1:02:03). Pure. */

const IN_ADDRESS = /^(?=.)(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/;
/** Not part of a longer number, a date or a ratio. */
const IN_TEXT = /(?<![\d:.,/-])(?:(\d{1,3}):(?=\d\d:))?(\d{1,2}):([0-5]\d)(?![\d:/]|[.,]\d)/g;

/** Seconds of "75", "75s", "1m15s" or "1h2m3s"; `null` of anything else. */
export function parsePlayTime(written: string | null): number | null {
  const match = IN_ADDRESS.exec(written ?? '');
  return match && secondsOf(match.slice(1));
}

/** Seconds of "1:15" or "1:02:03", or of what an address takes; `null` of anything else. */
export function parseClock(written: string): number | null {
  const [first, ...others] = clockMatches(written.trim());
  const isWhole = first && others.length === 0 && first.text === written.trim();
  return isWhole ? first.atS : parsePlayTime(written.trim());
}

/** The address of a page that starts at a place; from the start it is the plain one. */
export const withPlayTime = (url: string, atS: number | null): string =>
  atS ? `${url}?t=${Math.floor(atS)}` : url;

/** A piece of a text: as it is, or a place in the video that it is about. */
export interface TimePart {
  readonly text: string;
  readonly atS?: number;
}

/** Finds the places below `durationS` in a text. Joined, the parts are the text. */
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

/** Of hours, minutes and seconds, each of which may be missing. */
const secondsOf = (parts: readonly (string | undefined)[]): number =>
  parts.reduce((sum, part) => sum * 60 + Number(part ?? 0), 0);
