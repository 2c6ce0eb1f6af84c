import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenSegmentError } from '#functions/browser-stream/media/segment/boxes.ts';
import { type CheckedSegment, checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import { concatBytes, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { tries } from '#test/support/runner/effort.ts';
import { brokenSegments, flippedSegments } from '#test/support/media/broken-segments.ts';

const LIMITS = { minMs: 200, maxMs: 4000, maxMainBytes: 2_500_000, maxSmallBytes: 600_000 };
const SEGMENTS = makeSegments({ seconds: 2 });
const SMALL = makeSegments({ seconds: 2, size: '160x90' });
const GOOD = [...SEGMENTS, concatBytes(SEGMENTS[0]!, SMALL[0]!)];

/** `undefined` where it is refused. Other errors pass through. */
function checked(bytes: Uint8Array): CheckedSegment | undefined {
  try {
    return checkSegment(bytes, 7, LIMITS);
  } catch (error) {
    if (error instanceof BrokenSegmentError) return undefined;
    throw error;
  }
}

describe('a segment', () => {
  it('is refused when a vital part is broken', () => {
    for (const good of GOOD) expect(checked(good)).toBeDefined();
    fc.assert(
      fc.property(brokenSegments(GOOD), ({ bytes }) => {
        expect(checked(bytes())).toBeUndefined();
      }),
      { numRuns: tries(80) },
    );
  });

  it('with flipped bits is refused or produces valid output of no greater size', () => {
    fc.assert(
      fc.property(flippedSegments(GOOD), ({ bytes }) => {
        const made = checked(bytes());
        if (!made) return;
        const again = checkSegment(concatBytes(made.main.init, made.main.fragment), 7, LIMITS);
        expect(Buffer.compare(again.main.fragment, made.main.fragment)).toBe(0);
        expect(Buffer.compare(again.sound.fragment, made.sound.fragment)).toBe(0);
        expect([again.startMs, again.endMs]).toEqual([made.startMs, made.endMs]);
        expect(made.main.fragment.length).toBeLessThan(bytes().length + 2000);
      }),
      { numRuns: tries(400) },
    );
  });

  it('of random bytes is refused', () => {
    const start = SEGMENTS[0]!.slice(0, 1500);
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 4000 }),
      fc.uint8Array({ maxLength: 4000 }).map((rest) => concatBytes(start, rest)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        expect(checked(bytes)).toBeUndefined();
      }),
      { numRuns: tries(80) },
    );
  });
});
