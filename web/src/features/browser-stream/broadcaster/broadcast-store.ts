/** Holds the state of a broadcaster, and notifies subscribers. */
import { createEmitter } from '#web/lib/async/emitter.ts';
import type { BroadcastEvent, BroadcastState } from '../broadcast.ts';
import { DEFAULT_WAY } from '../way.ts';
import { nextPhase, type PhaseEvent } from './broadcast-phase.ts';

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

const NOTHING_HAPPENED = {
  problem: null,
  startError: null,
  recoveredId: null,
} satisfies Partial<BroadcastState>;

const START: BroadcastState = {
  phase: 'off',
  ...NOTHING_HAPPENED,
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

  readonly emit = (event: BroadcastEvent): void => {
    this.set(changeBy(event));
    this.#events.emit(event);
  };

  readonly set = (change: Partial<BroadcastState>): void => {
    this.#state = { ...this.#state, ...change };
    this.#changes.emit();
  };

  /** Returns false, and changes nothing, where the event does not apply to the phase. */
  move(event: PhaseEvent, change: Partial<BroadcastState> = {}): boolean {
    const phase = nextPhase(this.#state.phase, event);
    if (phase !== null) this.set({ ...change, phase });
    return phase !== null;
  }

  /** For another visit of the page. */
  forgetEvents(): void {
    this.set(NOTHING_HAPPENED);
  }

  cameraOff(): void {
    this.set(CAMERA_OFF);
  }

  offAir(): void {
    this.set({ ...OFF_AIR, phase: 'off' });
  }
}

function changeBy(event: BroadcastEvent): Partial<BroadcastState> {
  if (event.kind === 'start-failed') return { startError: event.error };
  if (event.kind === 'camera-failed') return { startError: null, problem: event.problem };
  if (event.kind === 'recovered') return { startError: null, recoveredId: event.receipt?.stream_id ?? null };
  return { startError: null };
}
