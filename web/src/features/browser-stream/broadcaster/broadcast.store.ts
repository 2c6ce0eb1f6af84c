/** Holds the state of a broadcaster, and notifies subscribers. */
import { createEmitter } from '#web/lib/async/emitter.ts';
import type { BroadcastEvent, BroadcastState } from '../broadcast.ts';
import { DEFAULT_WAY } from '../way.ts';

const CAMERA_OFF = {
  media: null,
  isMirrored: false,
  cameras: [],
  microphones: [],
  cameraId: null,
  microphoneId: null,
  paused: { camera: false, microphone: false },
  canChooseCamera: true,
  screen: null,
} satisfies Partial<BroadcastState>;

const OFF_AIR = {
  streamId: null,
  startedAtMs: null,
  clockZeroMs: null,
  chunks: { recorded: 0, stored: 0 },
  network: 'fine',
  lostChunks: 0,
  way: null,
  hasChangedWay: false,
  quality: null,
} satisfies Partial<BroadcastState>;

const START: BroadcastState = {
  phase: 'off',
  ...CAMERA_OFF,
  ...OFF_AIR,
  isMuted: false,
  chosenWay: DEFAULT_WAY,
  abilities: { direct: { is: 'unknown' }, compatible: { is: 'unknown' } },
  unfinished: null,
  interrupted: null,
  isRecovering: false,
};

/** The methods are bound, so that they can be passed as callbacks. */
export class BroadcastStore {
  readonly #changes = createEmitter();
  readonly #events = createEmitter<[BroadcastEvent]>();
  #state = START;

  /** Returns the same object until something changes. */
  readonly state = (): BroadcastState => this.#state;
  readonly subscribe = this.#changes.subscribe;
  readonly onEvent = this.#events.subscribe;
  readonly emit = this.#events.emit;

  readonly set = (change: Partial<BroadcastState>): void => {
    this.#state = { ...this.#state, ...change };
    this.#changes.emit();
  };

  cameraOff(): void {
    this.set(CAMERA_OFF);
  }

  offAir(): void {
    this.set({ ...OFF_AIR, phase: 'off' });
  }
}
