/** Rules that find problems of a broadcast, and what its streamer can do about them. */
import { formatUnit } from '#web/lib/i18n/numbers.ts';
import type { ArrivingStream, ReportedStream, StreamHealth } from '#shared/live/stream-health.ts';

export interface Diagnosis {
  readonly id: string;
  /** `bad`: viewers notice it; `mild`: they may. */
  readonly severity: 'bad' | 'mild';
  /** The problem, as a sentence. */
  readonly problem: string;
  /** The advice, as a sentence. */
  readonly advice: string;
}

export interface RecorderFacts {
  /** Uploads fail at the moment. */
  readonly isWaiting: boolean;
  readonly waitingChunks: number;
  /** The current quality; `null` if the recorder does not adapt it. */
  readonly quality: {
    readonly bitsPerSecond: number;
    readonly framesPerSecond: number;
    readonly heightPx: number;
    readonly isReduced: boolean;
    readonly isDeviceSlow: boolean;
  } | null;
  readonly lostChunks: number;
}

/** Measurements of a stream that arrives. `announced`: by its encoder. */
export interface Arrived {
  readonly arriving: ArrivingStream;
  readonly announced: ReportedStream | null;
  readonly rates: StreamHealth['rates'];
  readonly delayS: number | null;
}

/** Finds one problem, or none. */
export type Rule<Facts> = (facts: Facts) => Diagnosis | null | undefined | false | '';

type Finding = (id: string, problem: string, advice: string) => Diagnosis;

export const bad: Finding = (id, problem, advice) => ({ id, severity: 'bad', problem, advice });
export const mild: Finding = (id, problem, advice) => ({ id, severity: 'mild', problem, advice });

/** 8.33 → "8.3 sec". */
export const secondsText = (seconds: number): string => formatUnit(seconds, 'second', 1);
