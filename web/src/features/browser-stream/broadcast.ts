/** State and events of a broadcast from this browser's camera. */
import type { BrowserStream, BrowserStreamSetup, EndedBy, Way } from '#shared/live/browser-stream.ts';
import type { ScreenLayout } from './screen-layout.ts';
import type { DirectQuality } from './direct/direct.ts';

/** Specification §4: off → ready (Start Camera) → live (Go LIVE) → ended (End Stream). */
export type BroadcastPhase =
  | 'off'
  /** The browser requests permission for camera and microphone. */
  | 'asking'
  | 'ready'
  /** The broadcast is being started on the server. */
  | 'starting'
  | 'live'
  /** Recording has ended; the rest is being uploaded. */
  | 'ending';

export interface Device {
  readonly id: string;
  readonly label: string;
}

export interface PieceCounts {
  readonly recorded: number;
  readonly stored: number;
}

/** A broadcast of an earlier visit with chunks in this browser that are not uploaded yet. */
export interface UnfinishedBroadcast {
  readonly streamId: string;
  readonly title: string;
  /** In ms since 1970. */
  readonly startedAtMs: number;
  readonly waitingChunks: number;
  readonly waitingBytes: number;
}

/** A live broadcast that another page of this browser recorded until it closed. */
export type InterruptedBroadcast = Pick<UnfinishedBroadcast, 'streamId' | 'title' | 'startedAtMs'>;

export type WayAbility =
  | { readonly is: 'unknown' | 'checking' | 'proven' }
  /** `why` is a text for the user. */
  | { readonly is: 'missing'; readonly why: string };

/** The shared screen, window or tab. */
export interface SharedScreen {
  /** False after the person has ended it while there is no camera: viewers see a notice. */
  readonly isShared: boolean;
  readonly hasSound: boolean;
  readonly isMuted: boolean;
  readonly layout: ScreenLayout;
}

export interface BroadcastState {
  readonly phase: BroadcastPhase;
  readonly chosenWay: Way;
  readonly abilities: Readonly<Record<Way, WayAbility>>;
  /** For the preview; its sound must not be played. */
  readonly media: MediaStream | null;
  readonly isMirrored: boolean;
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly cameraId: string | null;
  readonly microphoneId: string | null;
  /** Devices that the system has paused: another program uses them, or the phone is locked. */
  readonly paused: { readonly camera: boolean; readonly microphone: boolean };
  /** False while live in browsers that cannot switch a recorded camera (all but Chromium). */
  readonly canChooseCamera: boolean;
  readonly isMuted: boolean;
  /** `null` while the camera alone is shown. */
  readonly screen: SharedScreen | null;
  readonly streamId: string | null;
  readonly startedAtMs: number | null;
  /** This device's time, in ms since 1970, at which the clock that dates the pictures was at zero. */
  readonly clockZeroMs: number | null;
  readonly chunks: PieceCounts;
  readonly way: Way | null;
  /** It started the direct way, which failed. */
  readonly hasChangedWay: boolean;
  readonly quality: DirectQuality | null;
  /** `waiting`: uploads fail at the moment; chunks are stored and sent later. */
  readonly network: 'fine' | 'waiting';
  /** Lost because this browser could not store them. */
  readonly lostChunks: number;
  readonly unfinished: UnfinishedBroadcast | null;
  /** It is on the air, and its page has closed. */
  readonly interrupted: InterruptedBroadcast | null;
  /** The unfinished one is being uploaded. */
  readonly isRecovering: boolean;
  /** Why there is no camera, since the last attempt to start it. */
  readonly problem: CameraProblem | null;
  /** Why Go LIVE failed; `null` from the next event or attempt on. */
  readonly startError: unknown;
  /** The broadcast of an earlier visit whose upload was finished here. */
  readonly recoveredId: string | null;
}

export type CameraProblem = 'denied' | 'none' | 'busy' | 'microphone' | 'unsupported' | 'insecure';

export type BroadcastEvent =
  | { readonly kind: 'camera-ready' }
  /** Also if a chosen device is unavailable and the previous one stays, or if the camera is lost before Go LIVE. */
  | { readonly kind: 'camera-failed'; readonly problem: CameraProblem }
  /** Camera or microphone were disconnected while live. The broadcast continues with the other device, or ends. */
  | { readonly kind: 'camera-lost'; readonly endsBroadcast: boolean }
  /** By the browser's own button. The broadcast continues with the camera, or with a notice. */
  | { readonly kind: 'screen-ended'; readonly hasCamera: boolean }
  | { readonly kind: 'screen-failed' }
  /** The page was suspended for `ms`, for example on a phone that displayed another app. */
  | { readonly kind: 'page-paused'; readonly ms: number }
  | { readonly kind: 'live' }
  /** It continues a broadcast whose page had closed. */
  | { readonly kind: 'continued' }
  | { readonly kind: 'continue-failed'; readonly error: unknown }
  | { readonly kind: 'start-failed'; readonly error: unknown }
  | { readonly kind: 'recording-failed' }
  /** The server has ended it: silence, length, or another broadcast of the same person. `ended` follows. */
  | { readonly kind: 'ended-elsewhere'; readonly by: EndedBy }
  /** Everything is stored that could be; `receipt` is `null` if the server did not answer. */
  | {
      readonly kind: 'ended';
      readonly chunks: PieceCounts;
      /** How long it was live. */
      readonly elapsedS: number;
      readonly receipt: BrowserStream | null;
    }
  | { readonly kind: 'recovered'; readonly receipt: BrowserStream | null }
  | { readonly kind: 'recovery-failed'; readonly error: unknown };

export type BroadcastSetup = Omit<BrowserStreamSetup, 'recording_id' | 'way'>;
