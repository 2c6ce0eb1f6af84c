import { HOUR_MS, MINUTE_MS } from '../time.ts';
import type { Cue } from './parse-captions.ts';

/** WebVTT of these cues, which are in order. */
export const writeCaptions = (cues: readonly Cue[]): string => ['WEBVTT\n', ...cues.map(writeCue)].join('\n');

const writeCue = ({ startMs, endMs, settings, text }: Cue): string =>
  `${cueTime(startMs)} --> ${cueTime(endMs)}${settings && ` ${settings}`}\n${text}\n`;

/** WebVTT §3.3: `HH:MM:SS.mmm`. */
export function cueTime(timeMs: number): string {
  const ms = Math.round(timeMs);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${pad(ms / HOUR_MS)}:${pad((ms / MINUTE_MS) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
