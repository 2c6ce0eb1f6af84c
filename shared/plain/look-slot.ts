/** The half seconds of two, by which looks at a live playlist are told apart: caches keep whole seconds. */
export const LOOK_SLOTS = ['0', '1', '2', '3'] as const;
const SLOT_MS = 500;

/** That of a moment. Each is asked again after two seconds, when no cache keeps what it answered. */
export const lookSlot = (nowMs: number): (typeof LOOK_SLOTS)[number] =>
  LOOK_SLOTS[Math.floor(nowMs / SLOT_MS) % LOOK_SLOTS.length]!;
