import { useEffect, useRef } from 'react';
import type { Curve } from '#shared/live/curve.ts';
import { MAX_CURVE_POINTS } from '#shared/plain/fans/meter-limits.ts';
import { call } from '#web/lib/api/api.ts';
import type { MeterReading } from '../signal/fan-meter.ts';

/** The sum of readings rather than a list, because a broadcast lasts for hours. */
interface Readings {
  readonly sum: number;
  readonly count: number;
}

interface Point {
  passes: Readings;
  levels: Readings;
}

const NONE: Readings = { sum: 0, count: 0 };

const joined = (one: Readings, other: Readings): Readings => ({
  sum: one.sum + other.sum,
  count: one.count + other.count,
});

const STEP_S = 2;

/** A speed belongs to the middle of the 12 s in which it was measured. */
const SPEED_BEHIND_S = 6;

/** Collects the readings of a recording as evenly spaced points. */
export class CurveLog {
  /** The latest counted or measured number. */
  blades: number | null = null;
  #stepS = STEP_S;
  #points: Point[] = [];

  /** `atS`: length of the recording at the time of the reading. */
  add(atS: number, { estimate, loudness }: MeterReading): void {
    if ('speed' in estimate) {
      const point = this.#at(atS - SPEED_BEHIND_S);
      point.passes = joined(point.passes, { sum: estimate.speed.passHz, count: 1 });
      this.blades = estimate.speed.blades ?? this.blades;
    }
    if (!loudness) return;
    const point = this.#at(atS);
    point.levels = joined(point.levels, { sum: loudness.levelDb, count: 1 });
  }

  curve(): Curve {
    return {
      step_s: this.#stepS,
      blades: this.blades,
      pass_hz: this.#points.map(({ passes }) => meanOf(passes)),
      level_db: this.#points.map(({ levels }) => meanOf(levels)),
    };
  }

  #at(timeS: number): Point {
    while (timeS >= MAX_CURVE_POINTS * this.#stepS) this.#widen();
    const at = Math.max(0, Math.floor(timeS / this.#stepS));
    while (this.#points.length <= at) this.#points.push({ passes: NONE, levels: NONE });
    return this.#points[at]!;
  }

  /** Merges each two points into one. */
  #widen(): void {
    this.#stepS *= 2;
    this.#points = this.#points.flatMap(({ passes, levels }, at, all) => {
      const next = all[at + 1] ?? { passes: NONE, levels: NONE };
      if (at % 2 === 1) return [];
      return [{ passes: joined(passes, next.passes), levels: joined(levels, next.levels) }];
    });
  }
}

/** Rounded to a hundredth. */
const meanOf = ({ sum, count }: Readings): number | null =>
  count === 0 ? null : Math.round((100 * sum) / count) / 100;

/** A broadcast whose replay can have a curve, and its recorded length. */
export interface RecordedBroadcast {
  readonly streamId: string;
  readonly recordedS: number;
}

const KEEP_EACH_S = 60;

/** Stores the curve of a broadcast while it is recorded. Returns the function that takes each reading. */
export function useCurve(recording: RecordedBroadcast | null): (reading: MeterReading) => void {
  const streamId = recording?.streamId ?? null;
  const kept = useRef<{ readonly log: CurveLog; keptS: number }>(null);
  useEffect(() => {
    if (streamId === null) return;
    const log = new CurveLog();
    kept.current = { log, keptS: 0 };
    return () => {
      kept.current = null;
      void keepCurve(streamId, log);
    };
  }, [streamId]);
  return (reading) => {
    if (!recording || !kept.current) return;
    const { recordedS } = recording;
    kept.current.log.add(recordedS, reading);
    if (recordedS - kept.current.keptS < KEEP_EACH_S) return;
    kept.current.keptS = recordedS;
    void keepCurve(recording.streamId, kept.current.log);
  };
}

/** Failures are only logged, because the next upload replaces this one. */
async function keepCurve(stream_id: string, log: CurveLog): Promise<void> {
  try {
    await call('PUT /browser-stream/{stream_id}/curve', { params: { stream_id }, body: log.curve() });
  } catch (error) {
    console.error('The curve of the fan meter could not be kept', error);
  }
}
