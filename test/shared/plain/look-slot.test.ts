import { expect, test } from 'vitest';
import { LOOK_SLOTS, lookSlot } from '../../../shared/plain/look-slot.ts';
import { knownAfterMs, LATEST } from '../../../shared/plain/freshness.ts';

test('looks within half a second share their slot, and the next ones have another', () => {
  expect([0, 499, 500, 999, 1000, 1500, 2000].map(lookSlot)).toEqual(['0', '0', '1', '1', '2', '3', '0']);
});

test('a slot comes again once no cache keeps what was answered at its end', () => {
  const againAfterMs = (LOOK_SLOTS.length - 1) * 500;
  expect(againAfterMs).toBeGreaterThan(knownAfterMs(LATEST));
});
