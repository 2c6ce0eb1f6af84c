import { expect, test } from 'vitest';
import { knownAfterMs, LATEST } from '../../../shared/plain/freshness.ts';
import { LOOK_SLOTS, lookSlot, SLOT_MS } from '../../../shared/plain/look-slot.ts';

test('looks at about the same time share their slot, and the next ones have another', () => {
  expect([0, 549, 550, 1099, 1100, 1649, 1650].map(lookSlot)).toEqual(['0', '0', '1', '1', '2', '2', '0']);
});

test('a slot comes again once no cache keeps what was answered at its end', () => {
  expect((LOOK_SLOTS.length - 1) * SLOT_MS).toBeGreaterThan(knownAfterMs(LATEST));
});

test('a crowd reads a playlist less than twice a second', () => {
  expect(1000 / SLOT_MS).toBeLessThan(2);
});
