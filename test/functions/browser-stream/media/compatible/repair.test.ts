import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRepair, findRepairs } from '#functions/browser-stream/media/compatible/repair.ts';
import type { Window } from '#functions/browser-stream/media/compatible/timeline.ts';
import type { Chunk } from '#functions/browser-stream/media/compatible/webm/chunk-buffer.ts';
import { continueReading } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import {
  bytesFrom,
  chunksOf,
  framesOfWindow,
  RULES,
  runBroadcast,
  type Arrival,
} from '#test/support/api/broadcast/broadcast-run.ts';
import { tries } from '#test/support/runner/effort.ts';
import {
  framesToShow,
  recording,
  RECORDING_NAMES,
  slicesOf,
  type RecordingName,
} from '#test/support/media/recorded-stream.ts';
import { framesIn, type Element } from '#test/support/media/webm-elements.ts';

const CHUNK_MS = 2000;
const recordings = RECORDING_NAMES.map((name) => recording(name));
const byName = (name: RecordingName) => recordings[RECORDING_NAMES.indexOf(name)]!;

const inOrder = (chunks: readonly Chunk[]): Arrival[] =>
  chunks.map(({ seq }) => ({ seq, atMs: (seq + 1) * CHUNK_MS }));

const hash = ({ data }: Element): string => Buffer.from(data).toString('base64');

async function framesOf(windows: readonly Window[], chunks: readonly Chunk[]): Promise<string[]> {
  const frames: string[] = [];
  for (const window of windows) {
    const inside = await framesOfWindow(window, chunks);
    expect(inside[0]?.isKeyframe).toBe(true);
    frames.push(...inside.map(hash));
  }
  return frames;
}

/** None overlaps the next, and where one was closed at a keyframe, nothing is between them. */
function expectTiled(windows: readonly Window[]): void {
  const ends = windows.slice(0, -1);
  const gapsMs = ends.map(({ endMs }, index) => (windows[index + 1]?.startMs ?? 0) - endMs);
  expect(windows.every(({ startMs, endMs }) => endMs > startMs)).toBe(true);
  expect(gapsMs.every((gapMs) => gapMs >= 0)).toBe(true);
  expect(gapsMs.filter((gapMs, index) => gapMs > 0 && ends[index]?.closedBy === 'keyframe')).toEqual([]);
}

/** How the chunks of a recording may reach us. */
const fates = fc.record({
  name: fc.constantFrom(...RECORDING_NAMES),
  cuts: fc.uniqueArray(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { maxLength: 14 }),
  delaysMs: fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(9000))),
  twice: fc.infiniteStream(fc.boolean()),
  lost: fc.infiniteStream(fc.integer({ min: 0, max: 3 }).map((number) => number === 0)),
});

describe('the windows of a broadcast', () => {
  it('contain every frame once, however chunks are sliced, ordered and repeated', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async ({ name, cuts, delaysMs, twice }) => {
        const recording = byName(name);
        const chunks = slicesOf(recording.bytes, cutsAt(recording.bytes, cuts));
        const arrivals = inOrder(chunks).flatMap((arrival) => {
          const late = { ...arrival, atMs: arrival.atMs + delaysMs.next().value };
          return twice.next().value ? [arrival, late] : [late];
        });
        const { windows } = await runBroadcast(chunks, arrivals, { endedAtMs: endOf(chunks) });
        expectTiled(windows);
        expect(windows.slice(0, -1).every(({ closedBy }) => closedBy === 'keyframe')).toBe(true);
        const expected = framesIn(recording.elements);
        expect(await framesOf(windows, chunks)).toEqual(expected.map(hash));
      }),
      { numRuns: tries(40) },
    );
  });

  it('contain every playable frame once, whatever was lost', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async ({ name, cuts, delaysMs, lost }) => {
        const recording = byName(name);
        const chunks = slicesOf(recording.bytes, cutsAt(recording.bytes, cuts));
        const received = new Set(
          chunks.map(({ seq }) => seq).filter((seq) => seq === 0 || !lost.next().value),
        );
        const arrivals = inOrder(chunks)
          .filter(({ seq }) => received.has(seq))
          .map(({ seq, atMs }) => ({ seq, atMs: atMs + delaysMs.next().value }));
        const { windows } = await runBroadcast(chunks, arrivals, { endedAtMs: endOf(chunks) });
        expectTiled(windows);
        expect(await framesOf(windows, chunks)).toEqual(framesToShow(recording, chunks, received).map(hash));
      }),
      { numRuns: tries(40) },
    );
  });

  it('contain late chunks in the replay', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async ({ name, cuts, lost, twice }) => {
        const recording = byName(name);
        const chunks = slicesOf(recording.bytes, cutsAt(recording.bytes, cuts));
        const inTime = new Set(chunks.map(({ seq }) => seq).filter((seq) => seq === 0 || !lost.next().value));
        const atLast = new Set(
          chunks.map(({ seq }) => seq).filter((seq) => inTime.has(seq) || twice.next().value),
        );
        const arrivals = inOrder(chunks).filter(({ seq }) => inTime.has(seq));
        const live = await runBroadcast(chunks, arrivals, { endedAtMs: endOf(chunks) });
        const tail = { fromSeq: live.timeline.reader.nextSeq, toSeq: chunks.length };
        const repairs = findRepairs(live.windows, [...live.timeline.skipped, tail], atLast);
        const kept = live.windows.filter(
          ({ startMs }) =>
            !repairs.some(({ fromMs, untilMs = Infinity }) => startMs >= fromMs && startMs < untilMs),
        );
        const cut = await Promise.all(
          repairs.map((repair) =>
            cutRepair(
              repair,
              chunks.filter(({ seq }) => atLast.has(seq)),
              RULES,
              bytesFrom(chunks),
            ),
          ),
        );
        const windows = [...kept, ...cut.flat()].toSorted((a, b) => a.startMs - b.startMs);
        expectTiled(windows);
        expect(await framesOf(windows, chunks)).toEqual(framesToShow(recording, chunks, atLast).map(hash));
      }),
      { numRuns: tries(40) },
    );
  });

  it('are read with enough sound before and after them', async () => {
    await fc.assert(
      fc.asyncProperty(fates, async ({ name, cuts, delaysMs }) => {
        const recording = byName(name);
        const chunks = slicesOf(recording.bytes, cutsAt(recording.bytes, cuts));
        const arrivals = inOrder(chunks).map(({ seq, atMs }) => ({
          seq,
          atMs: atMs + delaysMs.next().value,
        }));
        const { windows } = await runBroadcast(chunks, arrivals, { endedAtMs: endOf(chunks) });
        for (const window of windows) {
          const { blocks } = continueReading(window.from, chunksOf(chunks, window));
          const read = new Set(blocks.map(({ kind, timestampMs }) => `${kind} ${timestampMs}`));
          const wanted = recording.elements.filter(
            ({ kind, timestampMs }) =>
              kind === 'audio' &&
              timestampMs > window.startMs - 180 - 320 - 60 &&
              timestampMs < window.endMs + 80,
          );
          expect(wanted.filter(({ timestampMs }) => !read.has(`audio ${timestampMs}`))).toEqual([]);
        }
      }),
      { numRuns: tries(40) },
    );
  });

  it('are cut again for the replay only next to a gap', async () => {
    const { chunks } = recordings[0]!;
    const arrivals = inOrder(chunks).filter(({ seq }) => seq !== 4);
    const { windows, timeline } = await runBroadcast(chunks, arrivals, { endedAtMs: endOf(chunks) });
    const all = new Set(chunks.map(({ seq }) => seq));
    const [repair, ...others] = findRepairs(windows, timeline.skipped, all);
    const tail = windows.findIndex(({ closedBy }) => closedBy === 'gap');
    expect(others).toEqual([]);
    expect(repair).toMatchObject({ fromMs: windows[tail]?.startMs, untilMs: windows[tail + 1]?.startMs });
    expect(findRepairs(windows, timeline.skipped, new Set([0, 1, 2, 3, 5]))).toEqual([]);
  });

  it('are short when chunks arrive in time', async () => {
    const { chunks } = recordings[0]!;
    const { windows } = await runBroadcast(chunks, inOrder(chunks), { endedAtMs: endOf(chunks) });
    expect(windows.slice(0, -1).map(({ startMs, endMs }) => Math.round((endMs - startMs) / 1000))).toEqual([
      3, 2, 2, 2, 2, 2, 2, 2,
    ]);
  });

  it('extend to the next keyframe when keyframes are rare', async () => {
    const { chunks } = recordings[1]!;
    const { windows } = await runBroadcast(chunks, inOrder(chunks), { endedAtMs: endOf(chunks) });
    expect(windows.map(({ startMs }) => startMs)).toEqual([296, 3661, 7027, 10_393, 13_759, 17_125]);
  });

  it('are split after an outage', async () => {
    const { chunks } = recordings[0]!;
    const arrivals = chunks.map(({ seq }) => ({ seq, atMs: 60_000 }));
    const { windows } = await runBroadcast(chunks, arrivals.toReversed(), { endedAtMs: 61_000 });
    expect(windows.length).toBeGreaterThan(3);
    expect(windows.every(({ startMs, endMs }) => endMs - startMs <= RULES.maximumMs)).toBe(true);
  });

  it('do not depend on who reads first', async () => {
    const { chunks } = recordings[2]!;
    const once = await runBroadcast(chunks, inOrder(chunks), { endedAtMs: endOf(chunks) });
    const again = await runBroadcast(chunks, inOrder(chunks), { endedAtMs: endOf(chunks) });
    expect(again).toEqual(once);
  });

  it('need little stored state', async () => {
    const { chunks } = recordings[1]!;
    const half = await runBroadcast(chunks, inOrder(chunks), { endedAtMs: endOf(chunks) });
    expect(JSON.stringify(half.timeline).length).toBeLessThan(2000);
    expect(JSON.stringify(half.windows[0]).length).toBeLessThan(600);
  });
});

const endOf = (chunks: readonly Chunk[]): number => chunks.length * CHUNK_MS;

/** The header is never cut off the rest, since without it there is nothing to read. */
const cutsAt = (bytes: Uint8Array, cuts: readonly number[]): number[] =>
  [...new Set(cuts.map((cut) => Math.max(500, Math.floor(cut * bytes.length))))].toSorted((a, b) => a - b);
