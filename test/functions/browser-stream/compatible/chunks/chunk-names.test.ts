import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  numberByTime,
  timeInName,
  withNumber,
} from '#functions/browser-stream/compatible/chunks/upload-form.service.ts';
import type { NamedChunk } from '#functions/browser-stream/table/chunks.repository.ts';

describe('a file name’s time', () => {
  it.each([
    ['1767225600123.webm', 1_767_225_600_123],
    ['chunk-1767225600123.webm', 1_767_225_600_123],
    ['chunk_1767225600.webm', 1_767_225_600_000],
    ['2026-01-01T00:00:00.120Z.webm', 1_767_225_600_120],
    ['chunk-2026-01-01T00-00-00-12.webm', 1_767_225_600_120],
    ['2026-01-01_00.00.00.webm', 1_767_225_600_000],
  ])('is read from %s', (name, atMs) => {
    expect(timeInName(name)).toBe(atMs);
  });

  it.each(['chunk.webm', 'blob', '12.webm', '17672256001234567.webm', '2026-99-99T00-00-00.webm'])(
    'is missing in %s',
    (name) => {
      expect(timeInName(name)).toBeUndefined();
    },
  );
});

const START_MS = 1_767_225_600_000;

/** Numbers chunks in the order in which they come. */
function numbered(chunks: readonly { readonly seq: number; readonly atMs: number }[]): (number | null)[] {
  let known: NamedChunk[] = [];
  return chunks.map(({ seq, atMs }) => {
    const given = numberByTime(known, { atMs, isFirst: seq === 0, likelySeq: seq });
    if (given !== null) known = withNumber(known, { atMs, seq: given });
    return given;
  });
}

const jitters = fc.array(fc.integer({ min: -90, max: 190 }), { minLength: 1, maxLength: 200 });

/** A recorder's chunks: its timer is late, and each time a little more. */
const recorded = (late: readonly number[]) =>
  late.map((lateMs, seq) => ({ seq, atMs: START_MS + seq * 2040 + lateMs }));

describe('chunks without numbers', () => {
  it('are numbered in the order of recording, however late the timer runs', () => {
    fc.assert(
      fc.property(jitters, (late) => {
        const chunks = recorded(late);
        expect(numbered(chunks)).toEqual(chunks.map(({ seq }) => seq));
      }),
    );
  });

  it('are numbered alike when neighbours are swapped and some come twice', () => {
    fc.assert(
      fc.property(jitters, fc.array(fc.nat(199), { maxLength: 20 }), (late, swaps) => {
        const chunks = recorded(late);
        for (const at of swaps) {
          const [first, second] = [chunks[at], chunks[at + 1]];
          // The chunk that was recorded first gives the positions of the others.
          if (at > 0 && first && second) chunks.splice(at, 2, second, first, second);
        }
        expect(numbered(chunks)).toEqual(chunks.map(({ seq }) => seq));
      }),
    );
  });

  it('leave a gap where some are missing', () => {
    const chunks = [0, 1, 2, 6, 7].map((seq) => ({ seq, atMs: START_MS + seq * 2000 }));
    expect(numbered(chunks)).toEqual([0, 1, 2, 6, 7]);
  });

  it('are numbered by the clock when the first one comes late', () => {
    const chunks = [2, 1, 0, 3].map((seq) => ({ seq, atMs: START_MS + seq * 2000 }));
    expect(numbered(chunks)).toEqual([2, 1, 0, 3]);
  });

  it('get no number when a second recording begins or none is free', () => {
    const known = [0, 1].map((seq) => ({ seq, atMs: START_MS + seq * 2000 }));
    const at = (atMs: number, isFirst: boolean) => numberByTime(known, { atMs, isFirst, likelySeq: 9 });
    expect(at(START_MS + 4000, true)).toBeNull();
    expect(at(START_MS + 1000, false)).toBeNull();
    expect(at(START_MS - 1000, false)).toBeNull();
    expect(at(START_MS, true)).toBe(0);
    expect(at(START_MS, false)).toBeNull();
  });

  it('are remembered only while they are needed', () => {
    let known: NamedChunk[] = [];
    for (let seq = 0; seq < 500; seq += 1) known = withNumber(known, { seq, atMs: START_MS + seq * 2000 });
    expect(known).toHaveLength(50);
    expect([known[0]?.seq, known[1]?.seq, known.at(-1)?.seq]).toEqual([0, 451, 499]);
  });
});
