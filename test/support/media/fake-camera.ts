import { join } from 'node:path';
import { counterPicture } from './counter-picture.ts';
import { ffmpeg } from './transcoder-media.ts';

/** A picture of a camera that counts, with cells of the size that `countersOf` reads. */
export interface CameraShape {
  readonly size: string;
  readonly cellPx: number;
}

export const CAMERA: CameraShape = { size: '640x360', cellPx: 80 };
/** For broadcasts of which several share the machine. */
export const SMALL_CAMERA: CameraShape = { size: '320x180', cellPx: 40 };

/** Chromium's own fake devices, and no question whether the page may have them. */
export const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] as const;

/**
 * Arguments for a Chromium whose camera counts its frames, 30 a second, and whose microphone hears a steady tone of
 * 440 Hz, both made of files in `directory` and starting anew after `seconds`.
 */
export async function countingCamera(
  directory: string,
  shape: CameraShape,
  seconds: number,
): Promise<string[]> {
  const picture = counterPicture(shape);
  const [video, sound] = [join(directory, 'camera.mjpeg'), join(directory, 'microphone.wav')];
  const length = ['-t', String(seconds)];
  await ffmpeg('-f', 'lavfi', '-i', picture, ...length, '-c:v', 'mjpeg', '-q:v', '5', '-f', 'mjpeg', video);
  await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', ...length, sound);
  return [
    ...FAKE_DEVICES,
    `--use-file-for-fake-video-capture=${video}`,
    `--use-file-for-fake-audio-capture=${sound}`,
  ];
}
