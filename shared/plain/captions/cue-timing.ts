/** The timing line of a cue, in WebVTT and SRT; `loose-timing.ts` reads those of other programs. Pure. */
import { HOUR_MS, MINUTE_MS } from '../time.ts';

export interface Timing {
  readonly startMs: number;
  readonly endMs: number;
  /** Valid settings of WebVTT (§4.2.1), of each at most one; empty when there are none. */
  readonly settings: string;
}

/** Longer lines are no timings. */
const MAX_LENGTH = 300;

const TIME = String.raw`(?:(\d{1,5})\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,]\s*(\d{1,3}))?`;
const ONE_TIME = new RegExp(String.raw`^\s*${TIME}\s*$`);
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+(.*))?$`);
/** Begins like a timing, in contrast to an arrow in a text. */
const LIKE_A_TIMING = /^\s*-?\d+\s*:[\d\s:.,-]*-->/;

/** `null` for a line that is no timing; `invalid` for one that has a mistake. */
export function readTiming(line: string): Timing | 'invalid' | null {
  if (!line.includes('-->')) return null;
  const short = line.slice(0, MAX_LENGTH);
  const parts = line.length > MAX_LENGTH ? null : TIMING.exec(short);
  if (!parts) return LIKE_A_TIMING.test(short) ? 'invalid' : null;
  const startMs = milliseconds(parts.slice(1, 5));
  const endMs = milliseconds(parts.slice(5, 9));
  if (startMs === null || endMs === null) return 'invalid';
  return { startMs, endMs, settings: validSettings(parts[9] ?? '') };
}

/** In ms; `null` for a text that is no time. */
export function readTime(text: string): number | null {
  const parts = ONE_TIME.exec(text);
  return parts && milliseconds(parts.slice(1));
}

/** `.5` is half a second. */
function milliseconds([hours = '0', minutes = '', seconds = '', fraction = '']: readonly (
  | string
  | undefined
)[]): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  return (
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * 1000 +
    Number(fraction.padEnd(3, '0'))
  );
}

const PERCENT = String.raw`(?:100(?:\.0+)?|\d{1,2}(?:\.\d{1,4})?)%`;
const SETTINGS: Readonly<Record<string, RegExp>> = {
  vertical: /^(rl|lr)$/,
  line: new RegExp(`^(-?\\d{1,3}|${PERCENT})(,(start|center|end))?$`),
  position: new RegExp(`^${PERCENT}(,(line-left|center|line-right))?$`),
  size: new RegExp(`^${PERCENT}$`),
  align: /^(start|center|end|left|right)$/,
};

export function validSettings(text: string): string {
  const valid = new Map<string, string>();
  for (const setting of text.split(/\s+/)) {
    const [name = '', value = ''] = setting.split(':');
    if (Object.hasOwn(SETTINGS, name) && SETTINGS[name]!.test(value)) valid.set(name, `${name}:${value}`);
  }
  return [...valid.values()].join(' ');
}
