import { expect, it } from 'vitest';
import { nextPhase } from '#web/features/browser-stream/broadcaster/broadcast-phase.ts';

it.each([
  ['off', 'open', 'asking'],
  ['asking', 'opened', 'ready'],
  ['asking', 'opened-to-continue', 'starting'],
  ['ready', 'start', 'starting'],
  ['starting', 'refused', 'ready'],
  ['starting', 'recording', 'live'],
  ['live', 'end', 'ending'],
] as const)('a broadcast that is %s: %s makes it %s', (phase, event, next) => {
  expect(nextPhase(phase, event)).toBe(next);
});

it.each([
  ['asking', 'open'],
  ['live', 'open'],
  ['off', 'start'],
  ['starting', 'start'],
  ['ending', 'start'],
  ['ending', 'end'],
  ['off', 'end'],
] as const)('a broadcast that is %s ignores: %s', (phase, event) => {
  expect(nextPhase(phase, event)).toBeNull();
});
