import { describe, expect, it } from 'vitest';
import type { WindowJob } from '#functions/browser-stream/broadcast.ts';
import {
  submitDueWindows,
  checkSilentJobs,
} from '#functions/browser-stream/compatible/windows/unfinished-windows.service.ts';
import { withChunkCache } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { ChunkFiles } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import {
  neededInFlight,
  shareOfQueue,
} from '#functions/browser-stream/compatible/windows/plan-and-submit.service.ts';
import { TranscoderBusyError } from '#functions/base/errors.ts';
import { prefetchChunks } from '#functions/browser-stream/compatible/replay/finish.service.ts';
import { jobsOf } from '#test/support/api/broadcast/camera-rows.ts';

const NOW_MS = 100_000;
const BROADCAST = { id: 'B', channelId: 'C', targetDurationS: 4 };

/** Ports on which somebody else is always faster: what is begun, is tried to be begun. */
function watching(find: (jobId: string) => Promise<null> = async () => null) {
  const begun: string[] = [];
  const queried: string[] = [];
  const reported: string[] = [];
  const postponed: string[] = [];
  const ports = {
    clock: () => NOW_MS,
    report: (step: string) => void reported.push(step),
    broadcasts: {
      replaceJob: async (_: string, { id, attempt }: WindowJob, next: WindowJob) => {
        (next.attempt > attempt ? begun : postponed).push(id);
        return false;
      },
    },
    transcoder: {
      find: async (jobId: string) => {
        queried.push(jobId);
        return find(jobId);
      },
    },
    windows: { readOutput: async () => null },
  };
  return { begun, queried, reported, postponed, ports: ports as unknown as ProcessingDeps };
}

const TICK = { maxInFlight: 12, mayAsk: true };

/** As the tick does, and window by window who hears of a job. */
async function doDueWindows(
  ports: ProcessingDeps,
  jobs: readonly WindowJob[],
  { maxInFlight, mayAsk }: typeof TICK,
): Promise<void> {
  await submitDueWindows(ports, BROADCAST, jobs, maxInFlight);
  await checkSilentJobs(ports, BROADCAST, jobs, mayAsk);
}

describe('due windows', () => {
  const [LATER, BEFORE] = [NOW_MS + 1, NOW_MS];
  const jobs = (count: number, from: number, change: Partial<WindowJob>): WindowJob[] =>
    jobsOf(count, from).map((job) => ({ ...job, ...change }));

  it('are started in order, at most twelve at a time', async () => {
    const { begun, queried, ports } = watching();
    await doDueWindows(
      ports,
      [
        ...jobs(5, 0, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
        ...jobs(3, 5, { attempt: 1, dueMs: LATER }),
        ...jobs(40, 8, { attempt: 0, dueMs: BEFORE }),
      ],
      TICK,
    );
    expect(begun).toEqual(['live-000008', 'live-000009', 'live-000010', 'live-000011']);
    expect(queried).toEqual([]);
  });

  it('are not started while twelve run', async () => {
    const { begun, ports } = watching();
    await doDueWindows(
      ports,
      [
        ...jobs(12, 0, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
        ...jobs(9, 12, { attempt: 0, dueMs: BEFORE }),
      ],
      TICK,
    );
    expect(begun).toEqual([]);
  });

  it('whose jobs are silent are looked up', async () => {
    const { queried, ports } = watching();
    await doDueWindows(
      ports,
      [
        ...jobs(1, 0, { attempt: 1, dueMs: BEFORE, jobId: 'silent' }),
        ...jobs(1, 1, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
      ],
      TICK,
    );
    expect(queried).toEqual(['silent']);
  });

  it('are looked up one at a time, the longest silent first, when their time comes', async () => {
    const { queried, postponed, ports } = watching();
    const silent = [
      ...jobs(1, 0, { attempt: 1, dueMs: BEFORE - 1000, jobId: 'later' }),
      ...jobs(1, 1, { attempt: 1, dueMs: BEFORE - 2000, jobId: 'longest' }),
    ];
    await doDueWindows(ports, silent, TICK);
    expect(queried).toEqual(['longest']);
    expect(postponed).toEqual(['live-000000']);
    await doDueWindows(ports, silent, { ...TICK, mayAsk: false });
    expect(queried).toEqual(['longest']);
  });

  it('that cannot be looked up are logged and left for later', async () => {
    const { begun, reported, postponed, ports } = watching(async () => {
      throw new TranscoderBusyError('throttled');
    });
    await doDueWindows(ports, jobs(1, 0, { attempt: 1, dueMs: BEFORE, jobId: 'silent' }), TICK);
    expect([begun, postponed, reported]).toEqual([[], ['live-000000'], ['browser-stream.ask']]);
  });
});

describe('the limit of windows at work', () => {
  const taken = (count: number, everyMs: number) =>
    jobsOf(count).map((job, index) => ({ ...job, takenAtMs: NOW_MS - (count - index) * everyMs }));

  it('is twelve while jobs are quick, and grows with their duration', () => {
    expect(neededInFlight([], 2000, NOW_MS)).toBe(12);
    expect(neededInFlight(taken(3, 2000), 2000, NOW_MS)).toBe(12);
    // One each 2 s, each of 40 s: twenty are in flight, and half as many again may be.
    expect(neededInFlight(taken(20, 2000), 2000, NOW_MS)).toBe(30);
    expect(neededInFlight(taken(20, 4000), 4000, NOW_MS)).toBe(30);
  });

  it('does not grow for one stuck job', () => {
    const [stuck, ...others] = taken(5, 2000);
    expect(neededInFlight([{ ...stuck!, takenAtMs: 0 }, ...others], 2000, NOW_MS)).toBe(12);
  });

  it('is a share of the queue’s capacity', () => {
    expect([0, 1, 3, 8, 50].map(shareOfQueue)).toEqual([100, 100, 33, 12, 12]);
  });
});

describe('cached chunks', () => {
  const files = () => {
    const read: number[] = [];
    const removed: number[] = [];
    const remembering = withChunkCache({
      read: async (_: unknown, seq: number) => {
        read.push(seq);
        return new Uint8Array(4_000_000);
      },
      remove: async (_: unknown, seq: number) => void removed.push(seq),
    } as unknown as ChunkFiles);
    return { read, removed, remembering };
  };

  it('are read once', async () => {
    const { read, remembering } = files();
    for (const seq of [0, 1, 0, 1, 2, 0]) await remembering.read(BROADCAST, seq);
    await remembering.read({ ...BROADCAST, id: 'another' }, 0);
    expect(read).toEqual([0, 1, 2, 0]);
  });

  it('are evicted when removed or above the limit, least recently used first', async () => {
    const { read, removed, remembering } = files();
    await remembering.read(BROADCAST, 0);
    await remembering.remove(BROADCAST, 0);
    await remembering.read(BROADCAST, 0);
    expect([read, removed]).toEqual([[0, 0], [0]]);
    for (let seq = 1; seq <= 20; seq += 1) {
      await remembering.read(BROADCAST, seq);
      await remembering.read(BROADCAST, 0);
    }
    expect(read.filter((seq) => seq === 0)).toHaveLength(2);
    await remembering.read(BROADCAST, 1);
    expect(read.filter((seq) => seq === 1)).toHaveLength(2);
  });
});

describe('chunks read ahead', () => {
  it('are read once each, only if stored, and a failure reaches the reader', async () => {
    const read: number[] = [];
    const there = new Set([0, 1, 2, 4, 5]);
    const fetch = prefetchChunks(there, async (seq) => {
      read.push(seq);
      if (seq === 4) throw new Error('gone');
      return new Uint8Array([seq]);
    });
    expect([...(await fetch(0))]).toEqual([0]);
    expect(read.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 4, 5]);
    expect([...(await fetch(1))]).toEqual([1]);
    await expect(fetch(4)).rejects.toThrow('gone');
    expect([...(await fetch(5))]).toEqual([5]);
    expect(read.filter((seq) => seq === 5)).toHaveLength(1);
  });
});
