import { median, percentile } from './statistics.ts';
import type { Row } from './table.ts';

/** A displayed frame. */
export interface SeenFrame {
  /** When it was displayed, in ms of the page's clock. */
  readonly atMs: number;
  /** Time since it was captured; `null` if its clock could not be read. */
  readonly ageMs: number | null;
}

export interface Viewing {
  /** From the start to the first frame. */
  readonly startMs: number;
  readonly frames: readonly SeenFrame[];
  /** How often the player waited for data after the first frame. */
  readonly waits: number;
  /** Fatal errors of the player. */
  readonly complaints: readonly string[];
}

/** A frame that is displayed for this long counts as a freeze. */
const FREEZE_MS = 500;

/** Returns the seconds from the camera to the screen of each readable frame. */
export const delaysS = ({ frames }: Viewing): number[] =>
  frames.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs / 1000]));

/** Returns the number of waits for data, and of freezes without a wait. */
export const stalls = (viewing: Viewing): number =>
  viewing.waits + gapsMs(viewing).filter((gapMs) => gapMs > FREEZE_MS).length;

const gapsMs = ({ frames }: Viewing): number[] =>
  frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? atMs));

const longestGapMs = (viewing: Viewing): number => Math.max(0, ...gapsMs(viewing));

export interface Viewings {
  readonly ours: readonly Viewing[];
  readonly peer: readonly Viewing[];
}

export interface Limits {
  /** 95th percentile. */
  readonly latencyS: number;
  /** Until the first frame. @default no limit */
  readonly startMs?: number;
}

/** Results of viewings on both sides; all of them are printed, and the worst counts. */
export function viewingRows(viewings: Viewings, { latencyS, startMs }: Limits): Row[] {
  const row = (what: string, figure: (viewing: Viewing) => number, digits: number, unit = '') => {
    const [ours, peer] = [viewings.ours.map(figure), viewings.peer.map(figure)];
    const text = (values: readonly number[]) => values.map((value) => value.toFixed(digits)).join(' / ');
    const printed = { what, ours: text(ours) + unit, peer: text(peer) + unit };
    return { row: printed, worst: Math.max(...ours), ratio: Math.max(...ours) / Math.max(...peer) };
  };
  const middle = row('latency, median', (viewing) => median(delaysS(viewing)), 2, ' s');
  const high = row('latency, 95 of 100 frames', (viewing) => percentile(delaysS(viewing), 0.95), 2, ' s');
  const stalled = row('stalls', stalls, 0);
  const unreadable = ({ frames }: Viewing) => frames.filter(({ ageMs }) => ageMs === null).length;
  const withinLimit = { text: `≤ ${latencyS.toFixed(2)} s`, met: high.worst <= latencyS };
  const started = row('first picture after', ({ startMs }) => startMs, 0, ' ms');
  const soon =
    startMs === undefined ? {} : { budget: { text: `≤ ${startMs} ms`, met: started.worst <= startMs } };
  return [
    { ...middle.row, ratio: middle.ratio },
    { ...high.row, ratio: high.ratio, budget: withinLimit },
    { ...stalled.row, budget: { text: 'none', met: stalled.worst === 0 } },
    row('longest freeze', longestGapMs, 0, ' ms').row,
    { ...started.row, ...soon },
    row('frames seen', ({ frames }) => frames.length, 0).row,
    row('frames not readable', unreadable, 0).row,
    row('failures of the player', ({ complaints }) => complaints.length, 0).row,
  ];
}
