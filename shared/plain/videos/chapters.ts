/**
 * Chapters of a video, from the lines of its description ("0:00 Title"), by YouTube's rules: at least three, the first at
 * 0:00, in order, each at least ten seconds long.
 */
import { typedDigits } from '../text/typed-digits.ts';

export interface Chapter {
  readonly startS: number;
  readonly endS: number;
  readonly title: string;
}

const MIN_CHAPTERS = 3;
export const MIN_CHAPTER_S = 10;

const CLOCK = String.raw`(?:(\p{Nd}{1,2}):)?(\p{Nd}{1,3}):(\p{Nd}{2})(?!\p{Nd})`;
/** White space, and marks of direction. */
const SPACE = String.raw`[\s\p{Cf}]`;
/** An optional bullet, a time that may be in brackets or begin a range, an optional separator, and the title. */
const LINE = new RegExp(
  String.raw`^${SPACE}*(?:[-*>\u2022\u00b7\u2013\u2014\u25b6\u25ba]${SPACE}*)?[([]?${CLOCK}` +
    String.raw`(?:${SPACE}*[-\u2013\u2014]${SPACE}*(?:\p{Nd}{1,3}:){1,2}\p{Nd}{2})?[)\]]?` +
    String.raw`(?:${SPACE}*[-:|\u2013\u2014]${SPACE}+|${SPACE}+)(\S.*)$`,
  'u',
);

/** Times beyond the end are left out. Empty where the lines do not follow the rules. */
export function chaptersOf(description: string, durationS: number): Chapter[] {
  const starts = description.split(/[\r\n]+/).flatMap((line) => startOf(line) ?? []);
  const inside = starts.filter(({ startS }) => startS < durationS);
  const chapters = inside.map((start, at) => ({ ...start, endS: inside[at + 1]?.startS ?? durationS }));
  const isLong = chapters.every(({ startS, endS }) => endS - startS >= MIN_CHAPTER_S);
  return chapters.length >= MIN_CHAPTERS && chapters[0]?.startS === 0 && isLong ? chapters : [];
}

/** The chapter at a time. */
export const chapterAt = (chapters: readonly Chapter[] | undefined, timeS: number): Chapter | undefined =>
  chapters?.findLast(({ startS }) => startS <= timeS);

function startOf(line: string): Omit<Chapter, 'endS'> | null {
  const [, hours, minutes, seconds, title] = LINE.exec(line) ?? [];
  if (minutes === undefined || seconds === undefined || title === undefined) return null;
  const [h, m, s] = [hours ?? '0', minutes, seconds].map((digits) => Number(typedDigits(digits)));
  if (h === undefined || m === undefined || s === undefined) return null;
  if (s > 59 || (hours !== undefined && m > 59)) return null;
  return { startS: h * 3600 + m * 60 + s, title: title.trim() };
}
