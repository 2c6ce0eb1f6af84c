import { median, percentile } from './statistics.ts';
import type { Row } from './table.ts';

/** A frame as the viewer saw it. */
export interface SeenFrame {
  /** When it was shown, in ms of the page's clock. */
  readonly atMs: number;
  /** Time since it was filmed; `null` where its clock could not be read. */
  readonly ageMs: number | null;
}

export interface Viewing {
  /** From the beginning to the first frame. */
  readonly startMs: number;
  readonly frames: readonly SeenFrame[];
  /** How often the player waited for data after the first frame. */
  readonly waits: number;
  /** Errors that the player could not recover from. */
  readonly complaints: readonly string[];
}

/** A picture that stands still for this long is seen to do so. */
const FREEZE_MS = 500;

/** Seconds from the camera to the screen, of each frame that could be read. */
export const agesS = ({ frames }: Viewing): number[] =>
  frames.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs / 1000]));

/** Waits for data, and pictures that stood still without one. */
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
  /** Of 95 of 100 frames. */
  readonly latencyS: number;
  /** Until the first picture. @default there is none */
  readonly startMs?: number;
}

/** Results of viewings on both sides; of several all are printed, and the worst counts. */
export function viewingRows(viewings: Viewings, { latencyS, startMs }: Limits): Row[] {
  const row = (what: string, figure: (viewing: Viewing) => number, digits: number, unit = '') => {
    const [ours, peer] = [viewings.ours.map(figure), viewings.peer.map(figure)];
    const text = (values: readonly number[]) => values.map((value) => value.toFixed(digits)).join(' / ');
    const printed = { what, ours: text(ours) + unit, peer: text(peer) + unit };
    return { row: printed, worst: Math.max(...ours), ratio: Math.max(...ours) / Math.max(...peer) };
  };
  const middle = row('latency, median', (viewing) => median(agesS(viewing)), 2, ' s');
  const high = row('latency, 95 of 100 frames', (viewing) => percentile(agesS(viewing), 0.95), 2, ' s');
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
    row('longest still picture', longestGapMs, 0, ' ms').row,
    { ...started.row, ...soon },
    row('frames seen', ({ frames }) => frames.length, 0).row,
    row('frames not readable', unreadable, 0).row,
    row('failures of the player', ({ complaints }) => complaints.length, 0).row,
  ];
}
