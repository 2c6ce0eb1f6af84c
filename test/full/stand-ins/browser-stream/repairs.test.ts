import { describe, expect, it } from 'vitest';
import { DomainError } from '#functions/base/errors.ts';
import { memoryBudgets } from '#test/support/api/memory/memory-budgets.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { endWithout } from '#test/support/api/broadcast/camera-scenes.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';

const stage = useCameraStage();

/** Broadcasts without some chunks, which then arrive one by one, long after each other. */
async function lateOnes(run: CameraRun, ...late: readonly number[]): Promise<void> {
  await endWithout(run, ...late);
  for (const seq of late) {
    await run.put(seq);
    await run.settle();
    await run.tick();
    await run.settle();
  }
}

describe('late chunks', () => {
  it('are cut again at most three times, each at the expense of a budget', async () => {
    const run = await stage.run();
    const charged: number[] = [];
    const budgets = memoryBudgets(() => run.nowMs);
    run.ports = {
      ...run.ports,
      budgets: {
        ...budgets,
        take: async (kind, charge) => {
          await budgets.take(kind, charge);
          if (kind === 'replays') charged.push(charge.amount);
        },
      },
    };
    await lateOnes(run, 2, 4, 6, 7, 8);
    const { repair, state, replay } = await run.find();
    expect([repair?.generation, state, replay?.chunks]).toEqual([3, 'ended', 9]);
    expect(charged).toHaveLength(3);
    expect(Math.min(...charged)).toBeGreaterThanOrEqual(10);
  });

  it('are left out of the replay when the budget is used up', async () => {
    const run = await stage.run();
    const take = () =>
      Promise.reject(new DomainError('too_many_requests', 'day_limit', { kind: 'other', wait_s: 1 }));
    run.ports = { ...run.ports, budgets: { note: async () => {}, take } };
    await lateOnes(run, 8);
    const { repair, state, replay } = await run.find();
    expect([repair, state, replay?.chunks]).toEqual([undefined, 'ended', 9]);
  });
});
