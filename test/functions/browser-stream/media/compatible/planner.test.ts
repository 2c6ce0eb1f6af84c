import { describe, expect, it } from 'vitest';
import {
  GAP_WAIT_MS,
  minimumWindowMs,
  nextStep,
  planWindows,
  targetDurationS,
  type ArrivedChunks,
  type Ended,
} from '#functions/browser-stream/media/compatible/planner.ts';
import { planProgress } from '#functions/browser-stream/media/compatible/progress.ts';
import { EMPTY_TIMELINE, type Timeline } from '#functions/browser-stream/media/compatible/timeline.ts';
import {
  type RecordingStart,
  START,
  startOf,
} from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { bytesFrom, RULES, runBroadcast } from '#test/support/api/broadcast/broadcast-run.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

const HEADER = { videoTrack: 1, audio: { track: 2, channels: 1 } };

const timelineAt = (nextSeq: number, change: Partial<Timeline> = {}): Timeline => ({
  ...EMPTY_TIMELINE,
  reader: { ...START, header: HEADER, nextSeq, at: { seq: Math.max(0, nextSeq - 1), offsetBytes: 7 } },
  ...change,
});

const arrived = (...seqs: number[]): ArrivedChunks[] => seqs.map((seq) => ({ seq, arrivedAtMs: 1000 * seq }));

describe('the next step', () => {
  it('is to read the next chunk, with the unused rest of the one before', () => {
    const step = nextStep({ timeline: timelineAt(5), arrived: arrived(7, 5, 5), nowMs: 0 });
    expect(step).toEqual({ kind: 'read', seqs: [4, 5] });
  });

  it('is to wait when none has arrived', () => {
    expect(nextStep({ timeline: timelineAt(5), arrived: arrived(3, 4), nowMs: 1e9 })).toEqual({
      kind: 'wait',
    });
  });

  it('is to wait 10 s for a missing chunk after a later one arrived', () => {
    const situation = { timeline: timelineAt(5), arrived: arrived(8, 7) };
    const untilMs = 7000 + GAP_WAIT_MS;
    expect(nextStep({ ...situation, nowMs: untilMs - 1 })).toEqual({ kind: 'wait', untilMs });
    expect(nextStep({ ...situation, nowMs: untilMs })).toEqual({ kind: 'skip', toSeq: 7 });
  });

  it('is to wait without limit for the first chunk, which all others need', () => {
    const situation = { timeline: EMPTY_TIMELINE, arrived: arrived(1, 2, 3) };
    expect(nextStep({ ...situation, nowMs: 1e9 })).toEqual({ kind: 'wait' });
    const ended: Ended = { atMs: 2e9, chunkCount: 4 };
    expect(nextStep({ ...situation, ended, nowMs: 2e9 })).toEqual({
      kind: 'wait',
      untilMs: 2e9 + GAP_WAIT_MS,
    });
    expect(nextStep({ ...situation, ended, nowMs: 2e9 + GAP_WAIT_MS })).toEqual({ kind: 'end' });
  });

  it('is to begin another recording after the chunks before it, which are waited for', () => {
    const second: RecordingStart = { fromSeq: 6, fromMs: 30_000 };
    const later = arrived(7, 6).map((chunk) => ({ ...chunk, recording: second }));
    const begin = { kind: 'begin', recording: second };
    const situation = { timeline: timelineAt(4), arrived: later };
    const untilMs = 6000 + GAP_WAIT_MS;
    expect(nextStep({ ...situation, nowMs: untilMs - 1 })).toEqual({ kind: 'wait', untilMs });
    expect(nextStep({ ...situation, nowMs: untilMs })).toEqual({ kind: 'skip', toSeq: 6 });
    expect(nextStep({ ...situation, timeline: timelineAt(6), nowMs: 0 })).toEqual(begin);
    const reader = { ...timelineAt(7).reader, recording: second };
    const next = nextStep({ timeline: timelineAt(7, { reader }), arrived: later, nowMs: 0 });
    expect(next).toEqual({ kind: 'read', seqs: [6, 7] });
  });

  it('is to wait for the first chunk of another recording, until a third one', () => {
    const [second, third] = [6, 9].map((fromSeq) => ({ fromSeq, fromMs: 1000 * fromSeq }));
    const reader = startOf(second!, START);
    const of = (recording: RecordingStart, ...seqs: number[]) =>
      arrived(...seqs).map((chunk) => ({ ...chunk, recording }));
    const situation = { timeline: timelineAt(6, { reader }), nowMs: 1e9 };
    expect(nextStep({ ...situation, arrived: of(second!, 7, 8) })).toEqual({ kind: 'wait' });
    const all = [...of(second!, 7, 8), ...of(third!, 10)];
    expect(nextStep({ ...situation, arrived: all })).toEqual({ kind: 'skip', toSeq: 9 });
  });

  it('is to end after all chunks that the recorder counted', () => {
    const ended: Ended = { atMs: 9000, chunkCount: 5 };
    expect(nextStep({ timeline: timelineAt(5), arrived: arrived(4), nowMs: 9000, ended })).toEqual({
      kind: 'end',
    });
  });

  it('is to wait 10 s for the last chunks, then to end without them', () => {
    const situation = { timeline: timelineAt(5), arrived: arrived(4), ended: { atMs: 9000, chunkCount: 6 } };
    expect(nextStep({ ...situation, nowMs: 9000 })).toEqual({ kind: 'wait', untilMs: 19_000 });
    expect(nextStep({ ...situation, nowMs: 19_000 })).toEqual({ kind: 'end' });
  });

  it('is to end at once when no more are known', () => {
    const ended: Ended = { atMs: 9000 };
    expect(nextStep({ timeline: timelineAt(5), arrived: [], nowMs: 9000, ended })).toEqual({ kind: 'end' });
  });
});

const keyframesAt = (...timesMs: number[]) => timesMs.map((timestampMs) => ({ timestampMs, seq: 4 }));

describe('the windows to cut', () => {
  const filled = timelineAt(5, {
    plannedUntilMs: 4000,
    keyframes: keyframesAt(5000, 6000, 7000),
    videoUntilMs: 7600,
    audioUntilMs: 7500,
  });
  const bounds = (timeline: Timeline, rules = RULES) =>
    planWindows(timeline, rules).windows.map(({ startMs, endMs }) => [startMs, endMs]);

  it('reach to the last keyframe that has sound', () => {
    expect(bounds(filled)).toEqual([[4000, 7000]]);
    expect(bounds({ ...filled, audioUntilMs: 7100 })).toEqual([[4000, 6000]]);
  });

  it('do not wait for sound that has stopped', () => {
    expect(bounds({ ...filled, audioUntilMs: 4500, videoUntilMs: 7600 })).toEqual([[4000, 6000]]);
  });

  it('do not wait for sound that never existed', () => {
    const reader = { ...filled.reader, header: { videoTrack: 1 } };
    expect(bounds({ ...filled, reader, audioUntilMs: 0 })).toEqual([[4000, 7000]]);
  });

  it('wait until they are long enough, allowing for some ms', () => {
    expect(bounds({ ...filled, keyframes: keyframesAt(5000) })).toEqual([]);
    expect(bounds({ ...filled, keyframes: keyframesAt(5000, 5990) })).toEqual([[4000, 5990]]);
    expect(bounds({ ...filled, keyframes: keyframesAt(5700) })).toEqual([]);
  });

  it('exceed their length only when no keyframe allows less', () => {
    const backlog = { ...filled, videoUntilMs: 20_000, audioUntilMs: 20_000 };
    const keyframes = keyframesAt(5000, 6000, 7000, 14_000, 15_000, 16_000);
    expect(bounds({ ...backlog, keyframes })).toEqual([
      [4000, 7000],
      [7000, 14_000],
      [14_000, 16_000],
    ]);
  });

  it('are not cut while too many jobs run', () => {
    expect(bounds(filled, { ...RULES, inFlight: 3, maxInFlight: 3 })).toEqual([]);
    expect(bounds(filled, { ...RULES, inFlight: 2, maxInFlight: 3 })).toEqual([[4000, 7000]]);
  });

  it('begin where the last one ended', () => {
    const { timeline } = planWindows(filled, RULES);
    expect(timeline).toMatchObject({ plannedUntilMs: 7000, windowCount: 1, keyframes: [] });
    expect(planWindows(timeline, RULES).windows).toEqual([]);
  });
});

describe('the length of windows', () => {
  it('is the stage’s minimum until broadcasts outnumber jobs', () => {
    const stage = { stageMinimumMs: 4000, jobsPerSecond: 5 };
    expect(minimumWindowMs({ ...stage, activeBroadcasts: 1 })).toBe(4000);
    expect(minimumWindowMs({ ...stage, activeBroadcasts: 20 })).toBe(4000);
    expect(minimumWindowMs({ ...stage, activeBroadcasts: 100 })).toBe(20_000);
  });

  it('leaves room in the target duration for two late keyframes', () => {
    expect(targetDurationS(2000, 1000)).toBe(4);
    expect(targetDurationS(2000, 3400)).toBe(9);
  });
});

describe('a broadcast whose jobs lag behind', () => {
  it('gets no more jobs than its limit, with or without a gap', async () => {
    const { chunks } = recording('keyframes-1s');
    const { windows } = await planProgress({
      timeline: EMPTY_TIMELINE,
      arrived: arrived(...chunks.map(({ seq }) => seq).filter((seq) => seq !== 6)),
      nowMs: 1e6,
      rules: { ...RULES, inFlight: 1, maxInFlight: 3 },
      fetchChunk: bytesFrom(chunks),
    });
    expect(windows.map(({ closedBy }) => closedBy)).toEqual(['keyframe', 'keyframe', 'gap']);
  });
});

describe('a broadcast with a gap', () => {
  const { chunks } = recording('keyframes-1s');
  const arrivals = chunks.filter(({ seq }) => seq !== 4).map(({ seq }) => ({ seq, atMs: 2000 * (seq + 1) }));

  it('waits 10 s, then continues after the gap', async () => {
    const { windows, timeline } = await runBroadcast(chunks, arrivals, { endedAtMs: 60_000 });
    expect(timeline.skipped).toEqual([{ fromSeq: 4, toSeq: 5 }]);
    const closing = windows.filter(({ closedBy }) => closedBy === 'gap');
    expect(closing.map(({ throughSeq }) => throughSeq)).toEqual([3]);
    const after = windows[windows.indexOf(closing[0]!) + 1];
    expect(after?.startMs).toBeGreaterThan(10_000);
    expect(after?.from.at).toEqual({ seq: 5, offsetBytes: 0 });
  });

  it('has no gap when the chunk arrives within 10 s', async () => {
    const late = [...arrivals, { seq: 4, atMs: 12_000 + 9000 }];
    const { windows, timeline } = await runBroadcast(chunks, late, { endedAtMs: 60_000 });
    expect(timeline.skipped).toEqual([]);
    expect(windows.slice(0, -1).every(({ closedBy }) => closedBy === 'keyframe')).toBe(true);
  });
});
