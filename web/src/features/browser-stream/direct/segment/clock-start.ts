/** The clock of a recording that continues an earlier one. */
import { TICKS_PER_S } from './packets.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';

/** The broadcast's clock showed `ms` at `atMs`, in ms since 1970. */
export interface ClockStart {
  readonly ms: number;
  readonly atMs: number;
}

/** Added to the times of a recording, which begin at zero. */
export interface ClockShift {
  readonly samples: number;
  readonly ticks: number;
}

export const NO_SHIFT: ClockShift = { samples: 0, ticks: 0 };

/** The shift of a recording that begins at `nowMs`. Sound stays on its grid. */
export function clockShift({ ms, atMs }: ClockStart, nowMs: number, sampleRate: number): ClockShift {
  const shiftMs = ms + Math.max(0, nowMs - atMs);
  const frames = Math.ceil((shiftMs * sampleRate) / 1000 / AAC_FRAME_SAMPLES);
  const samples = frames * AAC_FRAME_SAMPLES;
  return { samples, ticks: Math.round((samples * TICKS_PER_S) / sampleRate) };
}
