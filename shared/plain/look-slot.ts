/** By these looks at a live playlist are told apart, in turn: caches keep whole seconds. */
export const LOOK_SLOTS = ['0', '1', '2'] as const;
/** With a crowd each is one read: fewer than two a second. */
export const SLOT_MS = 550;

/** That of a moment. Each is asked again when no cache keeps what it answered. */
export const lookSlot = (nowMs: number): (typeof LOOK_SLOTS)[number] =>
  LOOK_SLOTS[Math.floor(nowMs / SLOT_MS) % LOOK_SLOTS.length]!;
