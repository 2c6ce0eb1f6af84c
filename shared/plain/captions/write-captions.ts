/** Captions as they are stored: WebVTT of ours. Pure. */
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { readTiming } from './cue-timing.ts';

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Cue text of WebVTT, by `cleanCueText`. */
  readonly text: string;
  /** Settings of WebVTT; empty when there are none. */
  readonly settings: string;
}

/** WebVTT of these cues, which are in order. */
export const writeCaptions = (cues: readonly Cue[]): string => ['WEBVTT\n', ...cues.map(writeCue)].join('\n');

const writeCue = ({ startMs, endMs, settings, text }: Cue): string =>
  `${cueTime(startMs)} --> ${cueTime(endMs)}${settings && ` ${settings}`}\n${text}\n`;

/** The cues that `writeCaptions` wrote, of any number and length: limits are those of what people send. Never throws. */
export const readCaptions = (written: string): Cue[] =>
  written.split(/\n{2,}/).flatMap((block) => {
    const [first = '', ...text] = block.trimEnd().split('\n');
    const timing = readTiming(first);
    return timing && timing !== 'invalid' && text.length > 0 ? [{ ...timing, text: text.join('\n') }] : [];
  });

/** WebVTT §3.3: `HH:MM:SS.mmm`. */
export function cueTime(timeMs: number): string {
  const ms = Math.round(timeMs);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${pad(ms / HOUR_MS)}:${pad((ms / MINUTE_MS) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
