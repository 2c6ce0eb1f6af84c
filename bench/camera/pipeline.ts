import type { Way } from '#shared/live/browser-stream.ts';
import type { ProcessorTime } from '../support/processor-time.ts';
import type { Viewing } from '../support/viewing.ts';
import type { CameraSize } from './drawn-camera.page.ts';

/** Segments are short of which no more than eight are listed. */
export const JOIN_AFTER_S: Readonly<Record<Way, number>> = { direct: 6, compatible: 10 };

/** From a camera in a browser to the screens of viewers: Fanfare, or what it is held against. */
export interface Pipeline {
  /** A viewer comes when so much can be played. */
  readonly joinAfterS: number;
  /** Opens a camera whose pictures go into so many broadcasts. */
  goLive(size: CameraSize, broadcasts: number): Promise<Live>;
  /** Of all that runs behind the browsers. */
  processorTime(): ProcessorTime;
}

export interface Live {
  readonly broadcasts: readonly Broadcast[];
  /** Ends all; answers how late the camera's own pictures were at worst. */
  end(): Promise<{ readonly cameraLateMs: number }>;
}

export interface Broadcast {
  readonly playlistUrl: string;
  /** Watches for `lengthMs` from the first frame. */
  watch(lengthMs: number): Promise<Viewing>;
}
