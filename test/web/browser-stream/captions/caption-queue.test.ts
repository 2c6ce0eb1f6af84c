import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveCueBody } from '#shared/live/live-captions.ts';
import {
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_LENGTH,
  LIVE_CUES_PER_MINUTE,
} from '#shared/plain/captions/live-captions.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { browserPatience } from '#web/lib/api/patience/patience.ts';
import {
  createCaptionQueue,
  splitWords,
  type Words,
} from '#web/features/browser-stream/captions/caption-queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** By the server's clock. */
const START_MS = Date.parse('2026-11-28T08:00:00Z');
const SAID: Words = { text: 'The fan turns', language: 'en', fromMs: 61_000, untilMs: 63_000 };

/** By the test's clock. */
const timeout = (ms: number): AbortSignal => {
  const end = new AbortController();
  setTimeout(() => end.abort(), ms);
  return end.signal;
};

/** Answers with each of these failures once, and then takes what comes. */
function aQueue(failures: readonly ApiFailure[] = []) {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeout);
  const left = [...failures];
  const [sent, results] = [[] as [LiveCueBody, number][], [] as unknown[]];
  const startedMs = Date.now();
  const add = createCaptionQueue({
    ...browserPatience,
    isOnline: () => true,
    random: () => 1,
    fetchStartMs: async () => START_MS,
    send: async (cue) => {
      sent.push([cue, Date.now() - startedMs]);
      const failure = left.shift();
      if (failure) throw failure;
    },
    onResult: (error) => void results.push(error),
  });
  return { add, sent, results };
}

const refusal = (status: number, code: ApiFailure['code']) => new ApiFailure({ status, code });
const afterMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('spoken captions', () => {
  it('carry the date of the picture at which they were begun', async () => {
    const { add, sent, results } = aQueue();
    add(SAID);
    await afterMs(0);
    expect(sent[0]?.[0]).toMatchObject({
      at: '2026-11-28T08:01:01.000Z',
      text: 'The fan turns',
      language: 'en',
    });
    expect(results).toEqual([null]);
  });

  it('are sent one after the other, no faster than the API takes them', async () => {
    const { add, sent } = aQueue();
    for (let count = 0; count < 20; count += 1) add(SAID);
    await afterMs(60_000);
    expect(sent).toHaveLength(20);
    const pauses = sent.slice(1).map(([, ms], at) => ms - sent[at]![1]);
    expect(Math.min(...pauses)).toBe(60_000 / LIVE_CUES_PER_MINUTE);
  });

  it.each([
    ['the network', refusal(0, 'network')],
    ['too many captions', refusal(429, 'too_many_requests')],
  ])('are sent again after a failure by %s, as the same caption', async (_, failure) => {
    const { add, sent, results } = aQueue([failure, failure]);
    add(SAID);
    await afterMs(10_000);
    expect(new Set(sent.map(([{ id, at }]) => id + at)).size).toBe(1);
    expect([sent.length, results]).toEqual([3, [null]]);
  });

  it('are left out, with the reason, when the API refuses them', async () => {
    const refused = refusal(409, 'conflict');
    const { add, sent, results } = aQueue([refused]);
    add(SAID);
    add({ ...SAID, text: 'and slows down' });
    await afterMs(5000);
    expect(sent.map(([{ text }]) => text)).toEqual(['The fan turns', 'and slows down']);
    expect(results).toEqual([refused, null]);
  });

  it('are left out when they are too old for the API', async () => {
    const { add, sent, results } = aQueue(Array.from({ length: 100 }, () => refusal(503, 'unavailable')));
    add(SAID);
    add(SAID);
    await afterMs(LIVE_CUE_MAX_AGE_MS);
    const count = sent.length;
    await afterMs(60_000);
    expect([sent.length, results.length]).toEqual([count, 2]);
    expect(results).not.toContain(null);
  });

  it('are dated half a minute back at most', async () => {
    const { add, sent } = aQueue();
    add({ ...SAID, fromMs: 0, untilMs: 100_000 });
    await afterMs(0);
    expect(sent[0]?.[0].at).toBe('2026-11-28T08:01:10.000Z');
  });
});

describe('long speech', () => {
  const texts = (text: string, language = 'en') =>
    splitWords({ text, language, fromMs: 0, untilMs: 10_000 }).map((part) => part.text);

  it('becomes several captions, between words, with the time of each', () => {
    const text = Array.from({ length: 100 }, (_, at) => `blade${at}`).join(' ');
    const parts = splitWords({ text: ` ${text}`, language: 'en', fromMs: 5000, untilMs: 15_000 });
    expect(parts.map((part) => part.text).join(' ')).toBe(text);
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(LIVE_CUE_MAX_LENGTH);
    expect([parts[0]?.fromMs, parts.at(-1)?.untilMs]).toEqual([5000, 15_000]);
    const begins = parts.map(({ fromMs }) => fromMs);
    expect(begins).toEqual(begins.toSorted((a, b) => a - b));
  });

  it('is divided where there are no spaces, too', () => {
    const text = '扇風機が回ります'.repeat(40);
    expect(texts(text, 'ja').join('')).toBe(text);
    expect(texts(text, 'ja').length).toBe(2);
  });

  it('is left out where it is empty', () => {
    expect(texts('  ')).toEqual([]);
    expect(texts('')).toEqual([]);
  });
});
