import { counterPicture, type CounterShape } from './counter-picture.ts';
import { cachedMedia } from './cached-files.ts';
import { ffmpeg } from './transcoder-media.ts';

/** Shape of a camera picture that counts, with cells of the size that `countersOf` reads. */
export interface CameraShape {
  readonly size: string;
  readonly cellPx: number;
  /** Frames that pages get, of the file's 30, which Chromium does not change. */
  readonly framesPerS: number;
}

export const CAMERA: CameraShape = { size: '640x360', cellPx: 80, framesPerS: 30 };

/** Chromium's fake devices, without permission prompts. */
export const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] as const;

/** The same if the picture does not matter: a quarter of the frames, encoded by Chromium's default. */
export const SLOW_FAKE_DEVICES = ['--use-fake-device-for-media-stream=fps=5', FAKE_DEVICES[1]] as const;
/** A sixteenth of the size, for `limitCamera`. */
export const STILL_PICTURE = { width: 320, height: 180 } as const;

/**
 * Returns arguments for a Chromium whose camera counts its frames, 30 a second, and whose microphone plays a steady
 * tone of 440 Hz; both restart after `seconds`.
 */
export async function countingCamera(shape: CounterShape, seconds: number): Promise<string[]> {
  const picture = ['-f', 'lavfi', '-i', counterPicture(shape)];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const length = ['-t', String(seconds)];
  const mjpeg = ['-c:v', 'mjpeg', '-q:v', '5', '-f', 'mjpeg'];
  const video = await cachedMedia(ffmpeg, [...picture, ...length, ...mjpeg], '.mjpeg');
  const sound = await cachedMedia(ffmpeg, [...tone, ...length], '.wav');
  return [
    ...FAKE_DEVICES,
    `--use-file-for-fake-video-capture=${video}`,
    `--use-file-for-fake-audio-capture=${sound}`,
  ];
}
