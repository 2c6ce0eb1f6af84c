/** Wires the minute tick's work on counters: how each kind of subject is folded. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from '../aws/table/table.ts';
import { foldFollowers } from '../channels/index.ts';
import { foldClipViews } from '../clips/index.ts';
import type { Subject } from '../counters/index.ts';
import { dueSubjects } from '../counters/counters.repository.ts';
import type { CountersDeps } from '../counters/counters.service.ts';
import { foldDueCounter } from '../counters/fold.repository.ts';
import { foldVideoViews } from '../videos/table/views.repository.ts';

const folds = { CHANNEL: foldFollowers(), VIDEO: foldVideoViews, CLIP: foldClipViews } as const;

type Kind = keyof typeof folds;
const kindOf = (subject: Subject): Kind => subject.slice(0, subject.indexOf('#')) as Kind;

export const countersDeps = (table: Table): CountersDeps => ({
  dueSubjects: (nowMs) => dueSubjects(table, nowMs),
  fold: (subject) => foldDueCounter(table, subject, folds[kindOf(subject)]),
  isUrgent: (subject) => kindOf(subject) === 'CHANNEL',
  clock: Date.now,
  wait,
});
