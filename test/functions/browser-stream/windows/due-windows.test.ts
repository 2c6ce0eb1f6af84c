import { describe, expect, it } from 'vitest';
import type { WindowJob } from '../../../../functions/browser-stream/broadcast.ts';
import { doDueWindows } from '../../../../functions/browser-stream/windows/due-windows.service.ts';
import { rememberingChunks } from '../../../../functions/browser-stream/chunks/chunk-memory.ts';
import type { ChunkFiles, ProcessingPorts } from '../../../../functions/browser-stream/ports.ts';
import { readAhead } from '../../../../functions/browser-stream/replay/read-ahead.ts';
import { jobsOf } from '../../../support/broadcast/camera-rows.ts';

const NOW_MS = 100_000;
const BROADCAST = { id: 'B', channelId: 'C', targetDurationS: 4 };

/** Ports on which somebody else is always faster: what is begun, is tried to be begun. */
function watching() {
  const begun: string[] = [];
  const asked: string[] = [];
  const ports = {
    clock: () => NOW_MS,
    report: () => {},
    broadcasts: {
      replaceJob: async (_: string, { id }: WindowJob) => {
        begun.push(id);
        return false;
      },
    },
    transcoder: {
      find: async (jobId: string) => {
        asked.push(jobId);
        return null;
      },
    },
  };
  return { begun, asked, ports: ports as unknown as ProcessingPorts };
}

describe('windows that are due', () => {
  const [LATER, BEFORE] = [NOW_MS + 1, NOW_MS];
  const jobs = (count: number, from: number, change: Partial<WindowJob>): WindowJob[] =>
    jobsOf(count, from).map((job) => ({ ...job, ...change }));

  it('are begun in order, with no more at work than twelve', async () => {
    const { begun, asked, ports } = watching();
    await doDueWindows(ports, BROADCAST, [
      ...jobs(5, 0, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
      ...jobs(3, 5, { attempt: 1, dueMs: LATER }),
      ...jobs(40, 8, { attempt: 0, dueMs: BEFORE }),
    ]);
    expect(begun).toEqual(['live-000008', 'live-000009', 'live-000010', 'live-000011']);
    expect(asked).toEqual([]);
  });

  it('are none while twelve are at work', async () => {
    const { begun, ports } = watching();
    await doDueWindows(ports, BROADCAST, [
      ...jobs(12, 0, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
      ...jobs(9, 12, { attempt: 0, dueMs: BEFORE }),
    ]);
    expect(begun).toEqual([]);
  });

  it('and of whose jobs nothing was heard are asked for', async () => {
    const { asked, ports } = watching();
    await doDueWindows(ports, BROADCAST, [
      ...jobs(1, 0, { attempt: 1, dueMs: BEFORE, jobId: 'silent' }),
      ...jobs(1, 1, { attempt: 1, dueMs: LATER, jobId: 'runs' }),
    ]);
    expect(asked).toEqual(['silent']);
  });
});

describe('chunks that are remembered', () => {
  const files = () => {
    const read: number[] = [];
    const removed: number[] = [];
    const remembering = rememberingChunks({
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

  it('are forgotten when they are removed, and when there are too many: the ones that were not asked for', async () => {
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

describe('chunks that are read ahead', () => {
  it('are each read once, only those that are there, and a failure is for whoever asks', async () => {
    const read: number[] = [];
    const there = new Set([0, 1, 2, 4, 5]);
    const fetch = readAhead(there, async (seq) => {
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
