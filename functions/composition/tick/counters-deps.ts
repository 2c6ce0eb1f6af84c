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

const folds = { CHANNEL: foldFollowers(), VIDEO: foldVideo, CLIP: foldClipCounts } as const;

type Kind = keyof typeof folds;
const kindOf = (subject: Subject): Kind => subject.slice(0, subject.indexOf('#')) as Kind;

export const countersDeps = (table: Table): CountersDeps => ({
  dueSubjects: (nowMs) => dueSubjects(table, nowMs),
  fold: (subject) => foldDueCounter(table, subject, folds[kindOf(subject)]),
  isUrgent: (subject) => kindOf(subject) === 'CHANNEL',
  clock: Date.now,
  wait,
});
