import { expect, test } from 'vitest';
import { knownAfterMs, LATEST } from '#shared/plain/freshness.ts';
import { POLL_SLOTS, pollSlot, SLOT_MS } from '#shared/plain/live/poll-slot.ts';

test('requests at about the same time share a slot, and later ones have another', () => {
  expect([0, 549, 550, 1099, 1100, 1649, 1650].map(pollSlot)).toEqual(['0', '0', '1', '1', '2', '2', '0']);
});

test('a slot returns only after no cache holds its last answer', () => {
  expect((POLL_SLOTS.length - 1) * SLOT_MS).toBeGreaterThan(knownAfterMs(LATEST));
});

test('a crowd requests a playlist less than twice a second', () => {
  expect(1000 / SLOT_MS).toBeLessThan(2);
});
