/** Wires the minute tick's work on counters: how each kind of subject is folded. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from '#functions/aws/table/table.ts';
import { foldFollowers } from '#functions/channels/index.ts';
import { foldClipCounts } from '#functions/clips/index.ts';
import type { Subject } from '#functions/counters/index.ts';
import { dueSubjects } from '#functions/counters/counters.repository.ts';
import type { CountersDeps } from '#functions/counters/counters.service.ts';
import { foldDueCounter } from '#functions/counters/fold.repository.ts';
import { foldVideo } from './statistics-deps.ts';

/** Loaded when a poll is over. */
async function finish(table: Table, url: string, channelId: string) {
  const [{ finishPoll }, { countingDeps }] = await Promise.all([
    import('#functions/chat/polls/counting.service.ts'),
    import('../vote-counting.ts'),
  ]);
  return finishPoll(countingDeps(table, url), channelId);
}

const folds = { CHANNEL: foldFollowers(), VIDEO: foldVideo, CLIP: foldClipCounts } as const;

type Kind = keyof typeof folds | 'POLL';
const kindOf = (subject: Subject): Kind => subject.slice(0, subject.indexOf('#')) as Kind;
const idOf = (subject: Subject): string => subject.slice(subject.indexOf('#') + 1);

/** `url`: where events for open pages are published. */
export const countersDeps = (table: Table, url: string): CountersDeps => ({
  dueSubjects: (nowMs) => dueSubjects(table, nowMs),
  fold: (subject) => {
    const kind = kindOf(subject);
    if (kind === 'POLL') return finish(table, url, idOf(subject));
    return foldDueCounter(table, subject, folds[kind]);
  },
  isUrgent: (subject) => kindOf(subject) === 'CHANNEL',
  clock: Date.now,
  wait,
});
