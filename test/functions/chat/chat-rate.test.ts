import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRate, type RateLimit } from '#functions/chat/chat-rate.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const LIMIT = { messages: 3, windowMs: 1000 };

describe('the rate limit of chat', () => {
  it('allows a first message', () => {
    expect(checkRate([], NOW_MS, LIMIT)).toEqual({ atMs: NOW_MS, sentMs: [NOW_MS] });
  });

  it('refuses a message until the oldest of too many is a window old', () => {
    const sentMs = [NOW_MS - 900, NOW_MS - 500, NOW_MS - 1];
    expect(checkRate(sentMs, NOW_MS, LIMIT)).toEqual({ retryAfterMs: 100 });
    expect(checkRate(sentMs, NOW_MS + 99, LIMIT)).toEqual({ retryAfterMs: 1 });
    expect(checkRate(sentMs, NOW_MS + 100, LIMIT)).toEqual({
      atMs: NOW_MS + 100,
      sentMs: [NOW_MS - 500, NOW_MS - 1, NOW_MS + 100],
    });
  });

  it('dates a message after the last one, even if a clock ran ahead', () => {
    expect(checkRate([NOW_MS + 40], NOW_MS, LIMIT)).toMatchObject({ atMs: NOW_MS + 41 });
  });
});

/** Tries to write after each of these pauses; a pause below zero is another server's clock that runs behind. */
const attempts = fc.array(fc.integer({ min: -30, max: 700 }), { minLength: 1, maxLength: 60 });
const limits = fc.record({
  messages: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.integer({ min: 1, max: 2000 }),
});

interface Attempts {
  readonly written: readonly number[];
  /** What each refusal said, and the result of waiting as long as it said. */
  readonly refusals: readonly { readonly retryAfterMs: number; readonly wasWorthIt: boolean }[];
}

function write(pausesMs: readonly number[], limit: RateLimit): Attempts {
  const written: number[] = [];
  const refusals: { retryAfterMs: number; wasWorthIt: boolean }[] = [];
  let nowMs = NOW_MS;
  let sentMs: readonly number[] = [];
  for (const pauseMs of pausesMs) {
    nowMs += pauseMs;
    const turn = checkRate(sentMs, nowMs, limit);
    if ('atMs' in turn) {
      sentMs = turn.sentMs;
      written.push(turn.atMs);
    } else {
      const { retryAfterMs } = turn;
      refusals.push({ retryAfterMs, wasWorthIt: 'atMs' in checkRate(sentMs, nowMs + retryAfterMs, limit) });
    }
  }
  return { written, refusals };
}

describe('any series of attempts', () => {
  it('has messages with increasing times', () => {
    fc.assert(
      fc.property(attempts, limits, (pausesMs, limit) => {
        const { written } = write(pausesMs, limit);
        expect(written).toEqual([...new Set(written)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('has no window with more messages than the limit', () => {
    fc.assert(
      fc.property(attempts, limits, (pausesMs, limit) => {
        const { written } = write(pausesMs, limit);
        const spans = written.slice(limit.messages).map((timeMs, index) => timeMs - (written[index] ?? 0));
        expect(Math.min(...spans, limit.windowMs)).toBe(limit.windowMs);
      }),
    );
  });

  it('allows a message after the wait that it demanded', () => {
    fc.assert(
      fc.property(attempts, limits, (pausesMs, limit) => {
        for (const { retryAfterMs, wasWorthIt } of write(pausesMs, limit).refusals) {
          expect(retryAfterMs).toBeGreaterThan(0);
          expect(wasWorthIt).toBe(true);
        }
      }),
    );
  });

  it('refuses no author below the limit', () => {
    fc.assert(
      fc.property(attempts, limits, (pausesMs, limit) => {
        const { refusals } = write(pausesMs.slice(0, limit.messages), limit);
        expect(refusals).toEqual([]);
      }),
    );
  });
});
