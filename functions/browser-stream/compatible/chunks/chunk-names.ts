/** The numbers of chunks that have none, but files named by the time of their making. Pure. */
import type { NamedChunk } from '../../table/chunks.repository.ts';
import { CHUNK_INTERVAL_MS, MAX_BROADCAST_CHUNKS } from '../../../../shared/limits.ts';

/** A jump of more intervals says that chunks are missing. */
const MAX_INTERVALS = 1.5;
/** The first and the latest are kept. */
const MAX_KNOWN = 50;

/** As ISO 8601 writes it, with whatever file systems allow between the numbers. */
const DATE = /(\d{4}-\d\d-\d\d)[T_ ](\d\d)[:_.-]?(\d\d)[:_.-]?(\d\d)(?:[.,_-]?(\d{1,3}))?/;

/** The time in a file's name, in ms since 1970: `1767225600000.webm` in ms or in s, or `2026-01-01T00-00-00.000Z.webm`. */
export function timeInName(name: string): number | undefined {
  const ms = /(?<!\d)\d{13}(?!\d)/.exec(name)?.[0];
  if (ms) return Number(ms);
  const seconds = /(?<!\d)\d{10}(?!\d)/.exec(name)?.[0];
  if (seconds) return Number(seconds) * 1000;
  const [, day, hours, minutes, second, fraction = '0'] = DATE.exec(name) ?? [];
  if (!day) return undefined;
  const atMs = Date.parse(`${day}T${hours}:${minutes}:${second}.${fraction.padEnd(3, '0')}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

export interface UnnumberedChunk {
  readonly atMs: number;
  /** Whether a recording begins with it. */
  readonly isFirst: boolean;
  /** The number that it seems to have, from 1, where nothing else tells. */
  readonly likelySeq: number;
}

/**
 * The number of a chunk, by those of the chunks around it. The same time gives the same number, however often it is
 * asked for. `null` where there is none left between its neighbours, and where a second recording begins.
 */
export function numberByTime(
  known: readonly NamedChunk[],
  { atMs, isFirst, likelySeq }: UnnumberedChunk,
): number | null {
  const same = known.find((chunk) => chunk.atMs === atMs);
  if (same) return isFirst === (same.seq === 0) ? same.seq : null;
  if (isFirst) return known.some(({ seq }) => seq === 0) ? null : 0;
  const before = known.findLast((chunk) => chunk.atMs < atMs);
  const after = known.find((chunk) => chunk.atMs > atMs);
  const lowest = before ? before.seq + 1 : 1;
  const highest = after ? after.seq - 1 : MAX_BROADCAST_CHUNKS - 1;
  if (lowest > highest) return null;
  const seq = before
    ? before.seq + stepsIn(atMs - before.atMs)
    : after
      ? after.seq - stepsIn(after.atMs - atMs)
      : likelySeq;
  return Math.min(highest, Math.max(lowest, seq));
}

/** Timers run late, and a little more each time: what counts is how far a chunk is from the one beside it. */
const stepsIn = (ms: number): number =>
  ms <= MAX_INTERVALS * CHUNK_INTERVAL_MS ? 1 : Math.round(ms / CHUNK_INTERVAL_MS);

/** What is known once a chunk has got its number. */
export function withNumber(known: readonly NamedChunk[], chunk: NamedChunk): NamedChunk[] {
  const all = [...known.filter(({ seq }) => seq !== chunk.seq), chunk].toSorted((a, b) => a.seq - b.seq);
  return all.length <= MAX_KNOWN ? all : [...all.slice(0, 1), ...all.slice(1 - MAX_KNOWN)];
}
