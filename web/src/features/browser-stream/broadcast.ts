/** What the page knows of a broadcast from this browser's camera, and what it can do with it. No looks, no React. */
import type {
  BrowserStream,
  BrowserStreamSetup,
  EndedBy,
  Way,
} from '../../../../shared/live/browser-stream.ts';
import type { DirectQuality } from './direct/direct.ts';

/** Specification §4: off → ready (Start Camera) → live (Go LIVE) → ended (End Stream). */
export type BroadcastPhase =
  | 'off'
  /** The browser asks for camera and microphone. */
  | 'asking'
  | 'ready'
  /** The broadcast is begun on the server. */
  | 'starting'
  | 'live'
  /** Recording is over; what it left is uploaded. */
  | 'ending';

export interface Device {
  readonly id: string;
  readonly label: string;
}

export interface ChunkCounts {
  readonly recorded: number;
  /** Of these, in storage. */
  readonly stored: number;
}

/** A broadcast of an earlier visit whose chunks wait in this browser. */
export interface UnfinishedBroadcast {
  readonly streamId: string;
  readonly title: string;
  /** When it began, ms since 1970. */
  readonly startedAtMs: number;
  readonly waitingChunks: number;
  readonly waitingBytes: number;
}

/** Whether this browser can go a way; `checking`: it tries a second of the camera. */
export type WayAbility =
  | { readonly is: 'unknown' | 'checking' | 'proven' }
  /** `why` is for a person. */
  | { readonly is: 'missing'; readonly why: string };

export interface BroadcastState {
  readonly phase: BroadcastPhase;
  /** The way that is wished for. */
  readonly chosenWay: Way;
  readonly abilities: Readonly<Record<Way, WayAbility>>;
  /** For the preview; its sound must not be played. */
  readonly media: MediaStream | null;
  /** True where the camera looks at its user: the preview then is a mirror, what viewers see is not. */
  readonly isMirrored: boolean;
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly cameraId: string | null;
  readonly microphoneId: string | null;
  /** What the system gives nothing of at the moment: another program has it, or the phone is locked. */
  readonly paused: { readonly camera: boolean; readonly microphone: boolean };
  /** False while live in browsers that record one camera and no other (all but Chromium): the choice is disabled. */
  readonly canChooseCamera: boolean;
  readonly isMuted: boolean;
  readonly streamId: string | null;
  readonly startedAtMs: number | null;
  readonly chunks: ChunkCounts;
  /** The way of the broadcast that goes on, as it goes now. */
  readonly way: Way | null;
  /** It began the direct way, which broke down. */
  readonly hasChangedWay: boolean;
  /** What the direct way sends now. */
  readonly quality: DirectQuality | null;
  /** `waiting`: nothing gets through at the moment; chunks are kept and sent later. */
  readonly network: 'fine' | 'waiting';
  /** Chunks that were given up, as this browser could not keep them. */
  readonly lostChunks: number;
  readonly unfinished: UnfinishedBroadcast | null;
  /** The unfinished one is being uploaded. */
  readonly isRecovering: boolean;
}

/** Why there is no camera. */
export type CameraProblem = 'denied' | 'none' | 'busy' | 'microphone' | 'unsupported' | 'insecure';

export type BroadcastEvent =
  | { readonly kind: 'camera-ready' }
  /** Also where the chosen one cannot be had, and the one before stays; and where it was unplugged before Go LIVE. */
  | { readonly kind: 'camera-failed'; readonly problem: CameraProblem }
  /** Camera or microphone were unplugged or taken away while live. A broadcast goes on with what is left, or ends. */
  | { readonly kind: 'camera-lost'; readonly endsBroadcast: boolean }
  /** The page stood still for so long, as on a phone that shows another app. */
  | { readonly kind: 'page-paused'; readonly ms: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'start-failed'; readonly error: unknown }
  | { readonly kind: 'recording-failed' }
  /** The server has ended it: silence, length, or another broadcast of the same person. `ended` follows. */
  | { readonly kind: 'ended-elsewhere'; readonly by: EndedBy }
  /** All is stored, or what could be; `receipt` is missing where the server did not answer. */
  | { readonly kind: 'ended'; readonly chunks: ChunkCounts; readonly receipt: BrowserStream | null }
  | { readonly kind: 'recovered'; readonly receipt: BrowserStream | null }
  | { readonly kind: 'recovery-failed'; readonly error: unknown };

/** What a broadcast is about. */
export type BroadcastSetup = Omit<BrowserStreamSetup, 'recording_id' | 'way'>;
