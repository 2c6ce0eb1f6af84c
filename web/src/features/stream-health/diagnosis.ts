/** What is wrong with a broadcast, and what its streamer can do about it. */
import type { ArrivingStream, SaidStream, StreamHealth } from '../../../../shared/live/stream-health.ts';

export interface Diagnosis {
  readonly id: string;
  /** `bad`: viewers see it; `mild`: they may. */
  readonly gravity: 'bad' | 'mild';
  /** What is so, as a sentence. */
  readonly what: string;
  /** What to do, as a sentence. */
  readonly todo: string;
}

/** What the recorder of a camera knows of itself. */
export interface RecorderFacts {
  /** Nothing gets through at the moment. */
  readonly isWaiting: boolean;
  /** Chunks that are recorded, and not stored. */
  readonly waitingChunks: number;
  /** What is sent now; `null`: it does not choose. */
  readonly quality: {
    readonly bitsPerSecond: number;
    readonly framesPerSecond: number;
    readonly heightPx: number;
    readonly isReduced: boolean;
    readonly isDeviceSlow: boolean;
  } | null;
  readonly lostChunks: number;
}

/** A picture arrives: what is known of it. */
export interface Arrived {
  readonly arriving: ArrivingStream;
  readonly said: SaidStream | null;
  readonly rates: StreamHealth['rates'];
  readonly delayS: number | null;
}

export type Rule<Facts> = (facts: Facts) => Diagnosis | null;

/** A number and its unit stay on one line. */
const of = (value: number | string, unit: string): string => `${value}\u{a0}${unit}`;

/** 2500000 → "2.5 Mbit/s", 600000 → "600 kbit/s". */
export function rateText(bitsPerSecond: number): string {
  const kilobits = Math.round(bitsPerSecond / 1000);
  return kilobits < 1000 ? of(kilobits, 'kbit/s') : of((kilobits / 1000).toFixed(1), 'Mbit/s');
}

/** 8.33 → "8.3 s", 2 → "2 s". */
export const secondsText = (seconds: number): string => of(Number(seconds.toFixed(1)), 's');
