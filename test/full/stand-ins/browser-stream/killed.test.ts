import { describe, expect, it } from 'vitest';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { expectWhole } from '#test/support/api/broadcast/camera-scenes.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { KilledError, killablePorts } from '#test/support/api/killable-ports.ts';

const stage = useCameraStage();

const RECORDED = [0, 1, 2, 3];
const NEVER_CAME = [4, 5, 6, 7, 8];
const LATE = 1;
/** Concurrent runs, because most of the time is waiting. */
const AT_ONCE = 4;
const NEVER = Number.MAX_SAFE_INTEGER;
/** Killed after every nth write. */
const EVERY = isSoak ? 1 : 3;

/**
 * Runs a broadcast with a late chunk. Its process is killed once; the event that it was handling is not repeated.
 * Returns the calls that were made until then.
 */
async function broadcast(
  killAt: number,
): Promise<{ readonly run: CameraRun; readonly calls: readonly string[] }> {
  const run = await stage.run();
  const immortal: ProcessingDeps = run.ports;
  const doomed = killablePorts(run.ports, killAt);
  run.ports = doomed.ports;
  const survive = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    if (doomed.isDead()) run.ports = immortal;
  };
  const settle = async (): Promise<void> => {
    for (let isMore = true; isMore;) {
      for (const event of run.take()) await survive(() => run.handle(event));
      const running = run.transcoder.running();
      for (const job of running) await run.transcoder.complete(job);
      isMore = running.length > 0 || run.waiting.length > 0;
    }
  };
  for (const seq of RECORDED.filter((seq) => seq !== LATE)) {
    await run.put(seq);
    await settle();
  }
  run.nowMs += 12_000;
  await run.put(LATE);
  await settle();
  await run.stop(RECORDED.length);
  await settle();
  for (let minute = 0; minute < 4; minute += 1) {
    await survive(() => run.tick());
    await settle();
  }
  await run.inspect();
  return { run, calls: doomed.calls };
}

/** After a read, the state is the same as after the write before it. */
const isWrite = (call: string): boolean => !/\.(find|list|read|count|exists)/.test(call);

describe('a broadcast whose process is killed', () => {
  it('is complete without a kill', async () => {
    const { run } = await broadcast(NEVER);
    await expectWhole(run, NEVER_CAME);
    expect(run.transcoder.jobs.every(({ request }) => request.attempt === 1)).toBe(true);
  });

  it('is complete after a kill at any external write', async () => {
    const { calls } = await broadcast(NEVER);
    expect(calls.length).toBeGreaterThan(60);
    const writes = [...calls.entries()].filter(([, call]) => isWrite(call));
    const places = writes.filter((_, index) => index % EVERY === 0).values();
    const killSome = async (): Promise<void> => {
      for (const [index, call] of places) {
        const { run } = await broadcast(index + 1);
        await expectWhole(run, NEVER_CAME).catch((cause: unknown) => {
          throw new Error(`Killed after call ${index + 1}, ${call}`, { cause });
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, killSome));
  }, 600_000);
});
