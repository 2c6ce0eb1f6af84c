import type { Way } from '#shared/live/browser-stream.ts';
import type { ProcessorTime } from '../support/processor-time.ts';
import type { Viewing } from '../support/viewing.ts';
import type { CameraSize } from './drawn-camera.page.ts';

/** Playable seconds when a viewer joins. Less for short segments, because at most eight are listed. */
export const JOIN_AFTER_S: Readonly<Record<Way, number>> = { direct: 6, compatible: 10 };

/** From a camera in a browser to viewers' screens: Fanfare or a baseline. */
export interface Pipeline {
  /** A viewer joins when this much can be played. */
  readonly joinAfterS: number;
  /** Opens a camera whose frames are sent to so many broadcasts. */
  goLive(size: CameraSize, broadcasts: number): Promise<Live>;
  /** Processor time of all server processes. */
  processorTime(): ProcessorTime;
}

export interface Live {
  readonly broadcasts: readonly Broadcast[];
  /** Ends everything. Returns the maximum delay of the camera's own frames. */
  end(): Promise<{ readonly cameraLateMs: number }>;
}

export interface Broadcast {
  readonly playlistUrl: string;
  /** Watches for `lengthMs` from the first frame. */
  watch(lengthMs: number): Promise<Viewing>;
}
