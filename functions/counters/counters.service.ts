/** The minute tick's work on counters. */
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import type { Subject } from './counter.item.ts';
import type { FoldOutcome } from './fold.repository.ts';

export interface CountersDeps {
  /** Subjects with additions that are due, each once. */
  readonly dueSubjects: (nowMs: number) => AsyncIterable<Subject>;
  readonly fold: (subject: Subject) => Promise<FoldOutcome>;
  /** Whether the number is to be less than a minute old. */
  readonly isUrgent: (subject: Subject) => boolean;
  readonly clock: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

const ROUND_MS = 10_000;
/** No fold begins later than this: the Lambda has a minute. */
const RUN_MS = 45_000;
const AT_ONCE = 10;

/**
 * Folds what is due; again every ten seconds while something urgent was. Requests fold quiet counters themselves, so that
 * an urgent one means a crowd.
 */
export async function onCountersTick({
  dueSubjects,
  fold,
  isUrgent,
  clock,
  wait,
}: CountersDeps): Promise<void> {
  const untilMs = clock() + RUN_MS;
  const hasTime = (): boolean => clock() < untilMs;
  let folded = 0;
  for (let hasUrgent = true; hasUrgent && hasTime();) {
    const nextMs = clock() + ROUND_MS;
    hasUrgent = false;
    const work = async (subject: Subject): Promise<void> => {
      const outcome = await fold(subject);
      hasUrgent ||= outcome !== 'gone' && isUrgent(subject);
    };
    folded += await eachItem(dueSubjects(clock()), { step: 'counters.fold', atOnce: AT_ONCE, hasTime, work });
    if (!hasUrgent || nextMs >= untilMs) break;
    await wait(Math.max(0, nextMs - clock()));
  }
  if (folded > 0) logStep('counters.folded', { folded });
}
