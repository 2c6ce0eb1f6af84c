/** Timing lines of cues as programs and people write them. Pure. */
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { readTiming, type Timing, validSettings } from './cue-timing.ts';
import { foldLine } from './fold-line.ts';

export interface LooseTiming extends Timing {
  /** It is written as in WebVTT, SRT or SBV. */
  readonly isProper: boolean;
  /** What follows on the line and is no setting: the beginning of the text. */
  readonly rest: string;
}

export interface Place {
  /** After an empty line or a number, where a timing is expected. */
  readonly isStart: boolean;
  readonly framesPerSecond: () => number;
}

/** Longer lines are no timings. */
const MAX_LENGTH = 300;

/** `01:02:03.4`; complete ones also with other marks between. */
const TIME = String.raw`(-?) ?(?:(?:(\d{1,5}) ?: ?)?(\d{1,3}) ?: ?(\d{1,2})(?: ?([.,:;]) ?(\d{1,20}))?|(\d{1,3})[:.,;](\d{1,2})[:.,;](\d{1,2})[:.,;](\d{3,20}))`;
const SEPARATOR = '(?:[-=~] ?){0,6}>{1,3}|-{1,4}|[,;|]|(?= )';
const TIMING = new RegExp(
  String.raw`^(?:\d+[.)]? )?[[(]?${TIME} ?(${SEPARATOR}) ?${TIME}(?![\d:.,;])[\])]?(?: (.*))?$`,
);
/** Of YouTube, and of SubViewer. */
const SBV = /^\d+:\d\d:\d\d\.\d{1,3},\d+:\d\d:\d\d\.\d{1,3}\s*$/;
const SETTING = /(^|\s)\w+:\S/;

/** `null` for a line that is no timing; `invalid` for one that cannot be read. */
export function readLooseTiming(line: string, place: Place): LooseTiming | 'invalid' | null {
  if (line.length > MAX_LENGTH) return readTiming(line) && 'invalid';
  if (!/\p{Nd}.*\p{Nd}/su.test(line)) return null;
  const folded = foldLine(line);
  const parts = TIMING.exec(folded);
  if (!parts) return isLikeTiming(line, folded, place) ? 'invalid' : null;
  const [first, second] = [timeOf(parts.slice(1, 11)), timeOf(parts.slice(12, 22))];
  if (!isSeparator(parts[11]!, line, [first, second], place)) return null;
  const startMs = milliseconds(first, second, place);
  const endMs = milliseconds(second, first, place);
  if (startMs === null || endMs === null) return 'invalid';
  const after = parts[22] ?? '';
  const rest = SETTING.test(after) ? '' : after;
  const isProper = rest === '' && (SBV.test(line) || isTiming(readTiming(line)));
  return { startMs, endMs, settings: validSettings(after), isProper, rest };
}

const isTiming = (timing: Timing | 'invalid' | null): boolean => timing !== null && timing !== 'invalid';

interface Time {
  readonly isNegative: boolean;
  readonly hours: string | undefined;
  readonly minutes: number;
  readonly seconds: number;
  readonly mark: string;
  readonly fraction: string | undefined;
}

const timeOf = (parts: readonly (string | undefined)[]): Time => ({
  isNegative: parts[0] === '-',
  hours: parts[1] ?? parts[6],
  minutes: Number(parts[2] ?? parts[7]),
  seconds: Number(parts[3] ?? parts[8]),
  mark: parts[4] ?? '.',
  fraction: parts[5] ?? parts[9],
});

/** Without WebVTT's arrow, two times may as well be text: those are timings that are complete, or stand where one must be. */
function isSeparator(separator: string, line: string, times: readonly Time[], { isStart }: Place): boolean {
  if (line.includes('-->')) return true;
  const areExact = times.every(({ fraction }) => fraction !== undefined);
  if (separator.includes('>')) return isStart || areExact;
  return times.every(({ hours }) => hours !== undefined) && (isStart || areExact);
}

/** `null` for what is no time. A minute and a second may be full, as by programs that round them. */
function milliseconds(time: Time, other: Time, place: Place): number | null {
  const { isNegative, hours, minutes, seconds } = time;
  if (seconds > 60 || (hours !== undefined && minutes > 60)) return null;
  const whole = Number(hours ?? 0) * HOUR_MS + minutes * MINUTE_MS + seconds * 1000;
  const ms = whole + fractionMs(time, other, place);
  return isNegative ? -ms : ms;
}

function fractionMs({ mark, fraction = '' }: Time, other: Time, { framesPerSecond }: Place): number {
  if (/[:;]/.test(mark) && fraction.length < 3)
    return Math.round((Number(fraction) * 1000) / framesPerSecond());
  // A program has rounded 999.6 ms. In times of four digits it is a tenth of a second.
  if (fraction === '1000' && other.fraction?.length !== 4) return 1000;
  return Math.round(Number(`0.${fraction}`) * 1000);
}

const ONE_TIME = /\d+ ?: ?\d{1,2}(?:[:.,;]\d+)*/g;

/** In contrast to an arrow or times in a text. */
function isLikeTiming(line: string, folded: string, { isStart }: Place): boolean {
  const hasArrow = line.includes('-->');
  if (hasArrow && /^-?\d+ ?:[\d :.,;-]*>|> ?-?\d+ ?: ?\d[\d :.,;-]*$/.test(folded)) return true;
  if (!isStart) return false;
  if (/\d:.*[-=]>.*\d:/.test(folded) || (hasArrow && /\d[:.,]\d/.test(folded))) return true;
  const times = folded.match(ONE_TIME) ?? [];
  return times.length > 1 && /\d:\d\d:\d\d/.test(folded) && !/\p{L}/u.test(folded);
}

const FRAMES = /\d ?: ?\d{1,2} ?: ?\d{1,2} ?[:;] ?(\d{1,2})(?!\d)/g;
const RATES = [24, 25, 30, 50, 60];

/** The lowest usual rate that has the frames of these lines; 100 for hundredths of a second. */
export function frameRate(lines: readonly string[]): number {
  let max = 0;
  for (const line of lines)
    if (line.length <= MAX_LENGTH)
      for (const [, frames] of foldLine(line).matchAll(FRAMES)) max = Math.max(max, Number(frames));
  return RATES.find((rate) => rate > max) ?? 100;
}
