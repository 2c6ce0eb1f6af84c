/** Holds the state of a broadcaster and tells of it. */
import type { BroadcastEvent, BroadcastState } from '../broadcast.ts';

const CAMERA_OFF = {
  media: null,
  isMirrored: false,
  cameras: [],
  microphones: [],
  cameraId: null,
  microphoneId: null,
  canChooseCamera: true,
} satisfies Partial<BroadcastState>;

const OFF_AIR = {
  streamId: null,
  startedAtMs: null,
  chunks: { recorded: 0, stored: 0 },
  network: 'fine',
  lostChunks: 0,
} satisfies Partial<BroadcastState>;

const START: BroadcastState = {
  phase: 'off',
  ...CAMERA_OFF,
  ...OFF_AIR,
  isMuted: false,
  unfinished: null,
  isRecovering: false,
};

export interface Teller {
  /** The same object until something changes. */
  readonly state: () => BroadcastState;
  readonly set: (change: Partial<BroadcastState>) => void;
  /** The camera is released. */
  readonly cameraOff: () => void;
  /** There is no broadcast. */
  readonly offAir: () => void;
  readonly emit: (event: BroadcastEvent) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly onEvent: (listener: (event: BroadcastEvent) => void) => () => void;
}

export function createTeller(): Teller {
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: BroadcastEvent) => void>();
  let state = START;
  const set = (change: Partial<BroadcastState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    set,
    cameraOff: () => set(CAMERA_OFF),
    offAir: () => set({ ...OFF_AIR, phase: 'off' }),
    emit: (event) => {
      for (const listener of eventListeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onEvent: (listener) => {
      eventListeners.add(listener);
      return () => void eventListeners.delete(listener);
    },
  };
}
