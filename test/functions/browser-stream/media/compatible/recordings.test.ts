import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutWindow } from '#functions/browser-stream/media/compatible/cutter.ts';
import { cutRepair, findRepairs } from '#functions/browser-stream/media/compatible/repair.ts';
import type { Window } from '#functions/browser-stream/media/compatible/timeline.ts';
import type { Chunk } from '#functions/browser-stream/media/compatible/webm/chunk-buffer.ts';
import type { RecordingStart } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import {
  bytesFrom,
  chunksOf,
  framesOfWindow,
  RULES,
  runBroadcast,
  type Arrival,
} from '#test/support/api/broadcast/broadcast-run.ts';
import {
  framesToShow,
  recording,
  RECORDING_NAMES,
  slicesOf,
  type Recording,
  type RecordingName,
} from '#test/support/media/recorded-stream.ts';
import type { Element } from '#test/support/media/webm-elements.ts';
import { tries } from '#test/support/runner/effort.ts';

const CHUNK_MS = 2000;
/** The fixtures last 20 s at most. */
const SECOND_FROM_MS = 30_000;

const recordings = new Map(RECORDING_NAMES.map((name) => [name, recording(name)]));

interface Part {
  readonly recording: Recording;
  readonly chunks: readonly Chunk[];
}

interface Closing {
  readonly name: RecordingName;
  readonly share: number;
  readonly cuts: readonly number[];
}

/** As a page records that is closed at any byte, and its chunks as storage has them. */
function closedAt({ name, share, cuts }: Closing): Part {
  const whole = recordings.get(name)!;
  const bytes = whole.bytes.subarray(0, Math.max(1000, Math.floor(share * whole.bytes.length)));
  const bounds = cuts.map((cut) => Math.max(500, Math.floor(cut * bytes.length)));
  const chunks = slicesOf(
    bytes,
    [...new Set(bounds)].toSorted((a, b) => a - b),
  );
  return {
    recording: { ...whole, elements: whole.elements.filter(({ endsAt }) => endsAt <= bytes.length) },
    chunks,
  };
}

const shares = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const parts = fc.record({
  name: fc.constantFrom(...RECORDING_NAMES),
  share: fc.oneof(fc.constant(1), shares),
  cuts: fc.uniqueArray(shares, { maxLength: 8 }),
});
const broadcasts = fc.record({
  first: parts,
  second: parts,
  delaysMs: fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(9000))),
  lost: fc.infiniteStream(fc.integer({ min: 0, max: 4 }).map((number) => number === 0)),
  late: fc.infiniteStream(fc.boolean()),
});

/** Two recordings of one broadcast. */
function continued(first: Part, second: Part) {
  const start: RecordingStart = { fromSeq: first.chunks.length, fromMs: SECOND_FROM_MS };
  const later = second.chunks.map(({ seq, bytes }) => ({ seq: seq + start.fromSeq, bytes }));
  const chunks = [...first.chunks, ...later];
  const arrivals = chunks.map(({ seq }): Arrival =>
    seq < start.fromSeq
      ? { seq, atMs: (seq + 1) * CHUNK_MS }
      : { seq, atMs: SECOND_FROM_MS + (seq - start.fromSeq + 1) * CHUNK_MS, recording: start },
  );
  const endedAtMs = Math.max(...arrivals.map(({ atMs }) => atMs));
  /** The frames that can be shown with these chunks, each with its time. */
  const expected = (received: ReadonlySet<number>): string[] => [
    ...framesToShow(first.recording, first.chunks, received).map((frame) => named(frame, 0)),
    ...framesToShow(
      second.recording,
      second.chunks,
      new Set([...received].map((seq) => seq - start.fromSeq)),
    ).map((frame) => named(frame, SECOND_FROM_MS)),
  ];
  return { start, chunks, arrivals, endedAtMs, expected };
}

const dataOf = ({ data }: Element): string => Buffer.from(data).toString('base64');
const named = (frame: Element, zeroMs: number): string => `${zeroMs + frame.timestampMs} ${dataOf(frame)}`;

/** The frames of windows at the broadcast's times. Two frames may share a millisecond, and then differ by one. */
async function framesOf(windows: readonly Window[], chunks: readonly Chunk[]): Promise<string[]> {
  const frames: string[] = [];
  for (const window of windows) {
    const inside = await framesOfWindow(window, chunks);
    const { alignment } = await cutWindow(window, chunksOf(chunks, window));
    expect(inside[0]?.isKeyframe).toBe(true);
    frames.push(
      ...inside.map((frame, index) => `${window.startMs + alignment.frameTimesMs[index]!} ${dataOf(frame)}`),
    );
  }
  return frames;
}

function expectOrdered(windows: readonly Window[]): void {
  for (const [index, { startMs, endMs }] of windows.entries()) {
    expect(endMs).toBeGreaterThan(startMs);
    expect(startMs).toBeGreaterThanOrEqual(windows[index - 1]?.endMs ?? 0);
  }
}

const withoutTimes = (frames: readonly string[]): string[] => frames.map((frame) => frame.split(' ')[1]!);
const timesOf = (frames: readonly string[]): number[] => frames.map((frame) => Number.parseInt(frame, 10));

describe('a broadcast of two recordings', () => {
  it('has every frame that arrived once and at its time, and no window of both', async () => {
    await fc.assert(
      fc.asyncProperty(broadcasts, async ({ first, second, delaysMs, lost }) => {
        const broadcast = continued(closedAt(first), closedAt(second));
        const { start, chunks } = broadcast;
        const isHeader = (seq: number) => seq === 0 || seq === start.fromSeq;
        const arrivals = broadcast.arrivals
          .filter(({ seq }) => isHeader(seq) || !lost.next().value)
          .map((arrival) => ({ ...arrival, atMs: arrival.atMs + delaysMs.next().value }));
        const { windows } = await runBroadcast(chunks, arrivals, broadcast);
        expectOrdered(windows);
        for (const { from, throughSeq } of windows)
          expect(from.at.seq >= start.fromSeq).toBe(throughSeq >= start.fromSeq);
        const frames = await framesOf(windows, chunks);
        const expected = broadcast.expected(new Set(arrivals.map(({ seq }) => seq)));
        expect(withoutTimes(frames)).toEqual(withoutTimes(expected));
        for (const [index, timeMs] of timesOf(frames).entries())
          expect(Math.abs(timeMs - timesOf(expected.slice(index, index + 1))[0]!)).toBeLessThanOrEqual(2);
      }),
      { numRuns: tries(40) },
    );
  });

  it('contains late chunks of both in the replay, also the headers', async () => {
    await fc.assert(
      fc.asyncProperty(broadcasts, async ({ first, second, lost, late }) => {
        const broadcast = continued(closedAt(first), closedAt(second));
        const { start, chunks } = broadcast;
        const inTime = broadcast.arrivals.filter(({ seq }) => seq === 0 || !lost.next().value);
        const isThere = new Set(inTime.map(({ seq }) => seq));
        const atLast = broadcast.arrivals.filter(
          ({ seq }) => seq === start.fromSeq || isThere.has(seq) || late.next().value,
        );
        const received = new Set(atLast.map(({ seq }) => seq));
        const { windows, timeline } = await runBroadcast(chunks, inTime, broadcast);
        const tail = { fromSeq: timeline.reader.nextSeq, toSeq: chunks.length };
        const repairs = findRepairs(windows, [...timeline.skipped, tail], received);
        const kept = windows.filter(
          ({ startMs }) =>
            !repairs.some(({ fromMs, untilMs = Infinity }) => startMs >= fromMs && startMs < untilMs),
        );
        const cut = await Promise.all(
          repairs.map((repair) => cutRepair(repair, atLast, RULES, bytesFrom(chunks))),
        );
        const all = [...kept, ...cut.flat()].toSorted((a, b) => a.startMs - b.startMs);
        expectOrdered(all);
        const frames = await framesOf(all, chunks);
        expect(withoutTimes(frames)).toEqual(withoutTimes(broadcast.expected(received)));
      }),
      { numRuns: tries(40) },
    );
  });

  it('closes the first one as soon as the second begins', async () => {
    const whole = continued(
      closedAt({ name: 'keyframes-1s', share: 0.5, cuts: [] }),
      closedAt({ name: 'keyframes-default', share: 1, cuts: [0.1, 0.5] }),
    );
    const untilBegun = whole.arrivals.slice(0, whole.start.fromSeq + 1);
    const { windows } = await runBroadcast(whole.chunks, untilBegun, { endedAtMs: 1e9 });
    const own = windows.filter(({ from }) => !from.recording);
    expect(own.at(-1)?.closedBy).toBe('gap');
    expect(own.at(-1)?.endMs).toBeLessThan(SECOND_FROM_MS);
  });
});
