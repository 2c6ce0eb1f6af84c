/** Reads the rows of one part of a broadcast, which is found by time in a bounded number of reads. */
import type { Segment, WindowRow } from '../broadcast.ts';
import { liveWindowRows, toWindowRow } from './broadcast-reads.repository.ts';
import { segmentSortKey } from './broadcast.item.ts';
import { type BroadcastsTable, numberedRows } from './rows.repository.ts';
import { type SegmentItem, toSegment } from './segments.repository.ts';

/** On the broadcast's clock, in ms. */
export interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface TimedRow {
  readonly number: number;
  readonly startMs: number;
}

/** The search ends so near before the wanted time. */
const NEAR_MS = 10_000;
const NEAR_ROWS = 8;

/**
 * The number of a row shortly before a time, or at the beginning. `readFrom` reads the first row from a number on, because
 * numbers may be missing. Where numbers grow evenly with time, one read is enough; every second read halves the range, so
 * that a broadcast of any shape takes at most two reads for each binary digit of its newest number.
 */
export async function numberBefore(
  atMs: number,
  newest: TimedRow,
  readFrom: (number: number) => Promise<TimedRow | undefined>,
): Promise<number> {
  let from: TimedRow = { number: 0, startMs: 0 };
  let until = newest;
  for (let reads = 0; atMs - from.startMs > NEAR_MS && until.number - from.number > NEAR_ROWS; reads += 1) {
    const isEven = reads % 2 === 0;
    const share = isEven ? (atMs - NEAR_MS / 2 - from.startMs) / (until.startMs - from.startMs) : 0.5;
    const guess = Math.floor(from.number + share * (until.number - from.number));
    const number = Math.min(until.number - 1, Math.max(from.number + 1, guess));
    const row = await readFrom(number);
    const isWithin = row !== undefined && row.number < until.number;
    if (isWithin && row.startMs <= atMs) from = row;
    else until = { number, startMs: isWithin ? row.startMs : until.startMs };
  }
  return from.number;
}

/** Rows of a read. Most clips need one or two such reads. */
const PAGE = 50;

/** In order, with at least one row before the range and one after it, if there are any. */
async function rowsBetween<T extends { readonly start_ms: number }>(
  { fromMs, untilMs }: TimeRange,
  numberOf: (item: T) => number,
  read: (fromNumber: number, limit: number, isBackwards?: boolean) => Promise<T[]>,
): Promise<T[]> {
  const timed = (item: T): TimedRow => ({ number: numberOf(item), startMs: item.start_ms });
  const [newest] = await read(0, 1, true);
  if (!newest) return [];
  const rows: T[] = [];
  let next = await numberBefore(fromMs, timed(newest), async (number) => {
    const [first] = await read(number, 1);
    return first && timed(first);
  });
  for (;;) {
    const page = await read(next, PAGE);
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE || last.start_ms > untilMs) return rows;
    next = numberOf(last) + 1;
  }
}

export const rowsByTime = (table: BroadcastsTable) => ({
  segmentsBetween: async (id: string, range: TimeRange): Promise<Segment[]> => {
    const read = numberedRows<SegmentItem>(table, id, segmentSortKey);
    return (await rowsBetween(range, ({ seq }) => seq, read)).map(toSegment);
  },
  windowsBetween: async (id: string, range: TimeRange): Promise<WindowRow[]> => {
    const rows = await rowsBetween(range, ({ number }) => number, liveWindowRows(table, id));
    return rows.map(toWindowRow);
  },
});

export type RowsByTime = ReturnType<typeof rowsByTime>;
