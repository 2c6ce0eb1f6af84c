import { HOUR_MS, MINUTE_MS } from '../../shared/plain/time.ts';

/** WebVTT §3.3: `HH:MM:SS.mmm`. */
export function timestamp(timeS: number): string {
  const ms = Math.round(timeS * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${pad(ms / HOUR_MS)}:${pad((ms / MINUTE_MS) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

export const VTT_TYPE = 'text/vtt; charset=utf-8';
