/** By these looks at a live playlist are told apart, in turn: caches keep whole seconds. */
export const POLL_SLOTS = ['0', '1', '2'] as const;
/** With a crowd each is one read: fewer than two a second. */
export const SLOT_MS = 550;

/** That of a moment. Each is asked again when no cache keeps what it answered. */
export const pollSlot = (nowMs: number): (typeof POLL_SLOTS)[number] =>
  POLL_SLOTS[Math.floor(nowMs / SLOT_MS) % POLL_SLOTS.length]!;
