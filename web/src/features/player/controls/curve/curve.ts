/** A fan's speed and loudness in the course of a video, from a WebVTT file whose cues are JSON. */
import { type CueTime, parseCues } from '#web/lib/media/web-vtt.ts';
import { formatBladePasses, formatRpm } from '#web/lib/i18n/units.ts';

export interface CurvePoint extends CueTime {
  /** Null while the number of blades is unknown. */
  readonly rpm: number | null;
  /** Blades that pass in a second; null where it could not be measured. */
  readonly passHz: number | null;
  /** In dB below full scale; null where there was no sound. */
  readonly levelDb: number | null;
}

export function parseCurve(text: string): CurvePoint[] {
  return parseCues(text).flatMap(({ startS, endS, text: json }) => {
    const values = valuesIn(json);
    if (!values) return [];
    const { rpm, pass_hz, level_db } = values;
    return [{ startS, endS, rpm: numberOf(rpm), passHz: numberOf(pass_hz), levelDb: numberOf(level_db) }];
  });
}

function valuesIn(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The reading at a time; null where there is none. */
export const pointAt = (points: readonly CurvePoint[], timeS: number): CurvePoint | null =>
  points.find(({ startS, endS }) => startS <= timeS && timeS < endS) ?? null;

export interface Step {
  readonly atS: number;
  readonly from: CurvePoint;
  readonly to: CurvePoint;
}

/** Readings within this share of the first one belong to the same speed. */
const SAME_SHARE = 0.03;
/** A change of speed is larger than this share. */
const STEP_SHARE = 0.05;
/** A speed that lasts for less time is a transition. */
const MIN_S = 6;

/** The times at which the fan was switched from one lasting speed to another. */
export function stepsOf(points: readonly CurvePoint[]): Step[] {
  const kept = speedRunsOf(points).filter(({ first, last }) => last.endS - first.startS >= MIN_S);
  return kept.slice(1).flatMap(({ first: to }, at) => {
    const before = kept[at];
    if (!before || Math.abs(shareOf(to, before.first)) < STEP_SHARE) return [];
    // The speed cannot be measured during the change, so the middle of the gap stands for it.
    return [{ atS: (before.last.endS + to.startS) / 2, from: before.first, to }];
  });
}

interface SpeedRun {
  readonly first: CurvePoint;
  readonly last: CurvePoint;
}

function speedRunsOf(points: readonly CurvePoint[]): SpeedRun[] {
  const runs: SpeedRun[] = [];
  for (const point of points) {
    if (point.passHz === null) continue;
    const open = runs.at(-1);
    if (open && Math.abs(shareOf(point, open.first)) <= SAME_SHARE)
      runs[runs.length - 1] = { ...open, last: point };
    else runs.push({ first: point, last: point });
  }
  return runs;
}

const shareOf = ({ passHz }: CurvePoint, { passHz: of }: CurvePoint): number => (passHz ?? 0) / (of ?? 1) - 1;

/** For display: "1,450 rpm". */
export function speedWords({ rpm, passHz }: CurvePoint): string {
  if (rpm !== null) return formatRpm(rpm);
  return passHz === null ? '' : formatBladePasses(passHz);
}
