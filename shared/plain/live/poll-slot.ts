/** Distinguishes successive polls of a live playlist, because caches keep whole seconds. */
export const POLL_SLOTS = ['0', '1', '2'] as const;
/** All viewers share one read per slot: fewer than two a second. */
export const SLOT_MS = 550;

/** The current slot. Each returns after all caches have dropped its answer. */
export const pollSlot = (nowMs: number): (typeof POLL_SLOTS)[number] =>
  POLL_SLOTS[Math.floor(nowMs / SLOT_MS) % POLL_SLOTS.length]!;
