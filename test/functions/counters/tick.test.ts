/** The rounds of the minute's tick, by a clock of their own. */
import { expect, it } from 'vitest';
import { onCountersTick } from '#functions/counters/counters.service.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';
import type { Subject } from '#functions/counters/counter.item.ts';

const CROWD = 'CHANNEL#1';
const VIEWS = 'VIDEO#1';
const DELETED = 'CHANNEL#2';
const BROKEN = 'CHANNEL#3';

/** Runs a tick in which the rounds find these subjects. Returns what was folded, and when in seconds. */
async function rounds(found: (round: number) => readonly Subject[], foldMs = 0) {
  let [nowMs, round] = [0, 0];
  const folded: [string, number][] = [];
  await onCountersTick({
    dueSubjects: async function* () {
      yield* found(round);
      round += 1;
    },
    fold: async (subject) => {
      folded.push([subject, nowMs / 1000]);
      nowMs += foldMs;
      if (subject === BROKEN) throw new Error('It cannot be folded');
      return subject === DELETED ? 'gone' : 'folded';
    },
    isUrgent: (subject) => subject !== VIEWS,
    clock: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
  });
  return { folded, rounds: round };
}

it('has one round where nothing is due, or nothing urgent', async () => {
  expect(await rounds(() => [])).toEqual({ folded: [], rounds: 1 });
  expect(await rounds(() => [VIEWS])).toEqual({ folded: [[VIEWS, 0]], rounds: 1 });
});

it('folds every ten seconds while a crowd changes a number', async () => {
  const { folded } = await rounds((round) => (round < 2 ? [CROWD] : []));
  expect(folded).toEqual([
    [CROWD, 0],
    [CROWD, 10],
  ]);
});

it('waits for the next minute for what is deleted, and for what fails', async () => {
  expect(await rounds(() => [DELETED])).toMatchObject({ rounds: 1 });
  const failures = await failuresOfItems(async () => {
    const { folded, rounds: count } = await rounds(() => [BROKEN, VIEWS]);
    expect(folded.map(([subject]) => subject)).toEqual([BROKEN, VIEWS]);
    expect(count).toBe(1);
  });
  expect(failures).toEqual(['It cannot be folded']);
});

it('ends before the Lambda does', async () => {
  const { folded } = await rounds(() => [CROWD]);
  expect(folded.map(([, atS]) => atS)).toEqual([0, 10, 20, 30, 40]);
});

it('leaves to the next minute what there is no time for', async () => {
  const many = Array.from({ length: 100 }, (): Subject => CROWD);
  const { folded } = await rounds(() => many, 1000);
  expect(folded).toHaveLength(45);
});
