import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterChange,
  afterObservation,
  type StreamStateChange,
} from '#functions/streaming/events/ingest-state.ts';
import type { LiveStream } from '#functions/streaming/stream.ts';
import { tries } from '#test/support/runner/effort.ts';

const START_MS = Date.parse('2026-11-20T10:00:00.700Z');
/** EventBridge's times are whole seconds. */
const secondMs = (s: number): number => Math.floor(START_MS / 1000) * 1000 + s * 1000;

const FRESH: LiveStream = {
  startedAtMs: START_MS,
  ingest: 'waiting',
  sinceMs: START_MS,
  streamId: undefined,
};

const change = (name: StreamStateChange['name'], streamId: string, s: number): StreamStateChange => ({
  name,
  streamId,
  atMs: secondMs(s),
});

function receive(live: LiveStream, changes: readonly StreamStateChange[]): LiveStream {
  const state = { ...live };
  for (const next of changes) Object.assign(state, afterChange(state, next));
  return state;
}

/**
 * What an encoder does on one channel: it connects, stays for a second or more, goes, and perhaps comes back (at once,
 * even), one stream at a time. The last stream may still be on.
 */
const history = fc
  .record({
    streams: fc.array(fc.record({ pauseS: fc.nat(3), lengthS: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    isLastOn: fc.boolean(),
  })
  .map(({ streams, isLastOn }) => {
    let s = 0;
    const changes = streams.flatMap(({ pauseS, lengthS }, index) => {
      const startS = (s += pauseS);
      s += lengthS;
      const id = `st-${index}`;
      return [change('Stream Start', id, startS), change(index % 2 ? 'Stream Failure' : 'Stream End', id, s)];
    });
    return isLastOn ? changes.slice(0, -1) : changes;
  });

/** The same events as EventBridge may bring them: late, in any order, some of them twice. */
const delivered = history.chain((changes) =>
  fc
    .subarray(changes)
    .chain((doubles) =>
      fc
        .shuffledSubarray([...changes, ...doubles], { minLength: changes.length + doubles.length })
        .map((order) => ({ changes, order })),
    ),
);

describe('events of a stream', () => {
  it('in any order, duplicated and late, end in the latest state', () => {
    fc.assert(
      fc.property(delivered, ({ changes, order }) => {
        const latest = changes.at(-1)!;
        const { ingest, streamId } = receive(FRESH, order);
        expect({ ingest, streamId }).toEqual({
          ingest: latest.name === 'Stream Start' ? 'receiving' : 'waiting',
          streamId: latest.streamId,
        });
      }),
      { numRuns: tries(2000) },
    );
  });

  it('change nothing when they are repeated', () => {
    fc.assert(
      fc.property(delivered, ({ order }) => {
        const state = receive(FRESH, order);
        expect(order.map((again) => afterChange(state, again)).filter(Boolean)).toEqual([]);
      }),
    );
  });

  it('of an earlier broadcast do not change the next one', () => {
    fc.assert(
      fc.property(delivered, fc.integer({ min: 60, max: 600 }), ({ order }, laterS) => {
        const startedAtMs = START_MS + laterS * 1000;
        const next: LiveStream = { ...FRESH, startedAtMs, sinceMs: startedAtMs };
        expect(order.map((stale) => afterChange(next, stale)).filter(Boolean)).toEqual([]);
      }),
    );
  });

  it('count from the second in which the stream was created', () => {
    expect(afterChange(FRESH, change('Stream Start', 'st-1', 0))).toEqual({
      ingest: 'receiving',
      sinceMs: secondMs(0),
      streamId: 'st-1',
    });
    expect(afterChange(FRESH, change('Stream Start', 'st-1', -1))).toBeNull();
  });
});

const OBSERVED_MS = START_MS + 5 * 60_000;
const RECEIVING: LiveStream = { ...FRESH, ingest: 'receiving', sinceMs: secondMs(1), streamId: 'st-1' };

describe('the tick', () => {
  it.each([
    ['a picture that no event reported', FRESH, 'st-1', { ingest: 'receiving', streamId: 'st-1' }],
    ['another stream than the known one', RECEIVING, 'st-2', { ingest: 'receiving', streamId: 'st-2' }],
    ['no picture where one is said to be', RECEIVING, undefined, { ingest: 'waiting', streamId: 'st-1' }],
  ] as const)('repairs: %s', (_, live, streamId, state) => {
    const next = afterObservation(live, { streamId, atMs: OBSERVED_MS });
    expect(next).toEqual({ ...state, sinceMs: OBSERVED_MS });
  });

  it.each([
    ['the picture that is known', RECEIVING, 'st-1'],
    ['nothing where nothing is known', FRESH, undefined],
    ['nothing after the end', { ...RECEIVING, ingest: 'waiting' }, undefined],
  ] as const)('changes nothing where it agrees: %s', (_, live, streamId) => {
    expect(afterObservation(live, { streamId, atMs: OBSERVED_MS })).toBeNull();
  });

  it('keeps a start that IVS’s list does not show yet', () => {
    const see = (atMs: number) => afterObservation(RECEIVING, { streamId: undefined, atMs });
    expect(see(RECEIVING.sinceMs + 29_999)).toBeNull();
    expect(see(RECEIVING.sinceMs + 30_000)).toMatchObject({ ingest: 'waiting' });
  });

  it('keeps an end that IVS’s list does not show yet', () => {
    const ended: LiveStream = { ...RECEIVING, ingest: 'waiting' };
    const see = (atMs: number) => afterObservation(ended, { streamId: 'st-1', atMs });
    expect(see(ended.sinceMs + 29_999)).toBeNull();
    expect(see(ended.sinceMs + 30_000)).toMatchObject({ ingest: 'receiving' });
  });

  it('is idempotent', () => {
    const sights = fc.option(fc.constantFrom('st-1', 'st-2'), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(FRESH, RECEIVING), sights, fc.nat(600_000), (live, streamId, laterMs) => {
        const atMs = live.sinceMs + laterMs;
        const state = { ...live, ...afterObservation(live, { streamId, atMs }) };
        expect(afterObservation(state, { streamId, atMs })).toBeNull();
      }),
    );
  });

  it('is not changed by earlier events', () => {
    const repaired = { ...FRESH, ...afterObservation(FRESH, { streamId: 'st-2', atMs: OBSERVED_MS }) };
    const late = [change('Stream Start', 'st-1', 10), change('Stream End', 'st-1', 20)];
    expect(late.map((event) => afterChange(repaired, event))).toEqual([null, null]);
  });
});
