import type { BroadcastPhase } from '../broadcast.ts';

export type PhaseEvent =
  /** Start Camera, or Continue. */
  | 'open'
  | 'opened'
  /** The camera is for an interrupted broadcast. */
  | 'opened-to-continue'
  /** Go LIVE. */
  | 'start'
  | 'refused'
  | 'recording'
  /** By the person, another device or the server. */
  | 'end';

/** Every phase also ends when the camera is released: `BroadcastStore.offAir`. */
const TRANSITIONS: Readonly<Record<BroadcastPhase, Partial<Record<PhaseEvent, BroadcastPhase>>>> = {
  off: { open: 'asking' },
  asking: { opened: 'ready', 'opened-to-continue': 'starting' },
  ready: { start: 'starting' },
  starting: { recording: 'live', refused: 'ready' },
  live: { end: 'ending' },
  ending: {},
};

/** Specification §4 (Browser broadcast). `null` where the event does not apply to the phase. */
export const nextPhase = (phase: BroadcastPhase, event: PhaseEvent): BroadcastPhase | null =>
  TRANSITIONS[phase][event] ?? null;
