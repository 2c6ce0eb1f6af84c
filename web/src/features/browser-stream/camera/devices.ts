/** Cameras and microphones of this device. Pure. */
import { CAMERA_HEIGHT_PX, CAMERA_WIDTH_PX } from '../../../../../shared/limits.ts';
import type { CameraProblem, Device } from '../broadcast.ts';

/** Says why there is no camera. */
export class CameraFailure extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`There is no camera: ${problem}`, { cause });
    this.name = 'CameraFailure';
    this.problem = problem;
  }
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** What an error of getUserMedia means to a person (W3C Media Capture and Streams §10.2). */
export function problemOf(error: unknown): CameraProblem {
  if (error instanceof CameraFailure) return error.problem;
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return PROBLEMS[name] ?? 'unsupported';
}

type DeviceInfo = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/** Those of a kind that have a name to choose them by. */
export const devicesOf = (kind: MediaDeviceKind, devices: readonly DeviceInfo[]): readonly Device[] =>
  devices
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));

/**
 * Whether a camera looks at its user, whose preview is then a mirror. Phones say so; a camera that does not is a
 * computer's, which does, unless its name says otherwise.
 */
export function facesUser(facingMode: string | undefined, label: string): boolean {
  if (facingMode) return facingMode === 'user';
  return !/\b(back|rear|environment)\b/i.test(label);
}

/** Asks the browser for camera and microphone: specification §9 (Camera). Each throws `CameraFailure`. */

const SIZE = { width: { ideal: CAMERA_WIDTH_PX }, height: { ideal: CAMERA_HEIGHT_PX } };

/** The sound as it is: what calls take for noise is what people who love fans come for. */
const SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Both; or the camera alone where there is no microphone. */
export async function askForBoth(): Promise<MediaStream> {
  const video = { ...SIZE, facingMode: { ideal: 'environment' } };
  return ask({ video, audio: SOUND }).catch((error: unknown) => {
    if (problemOf(error) !== 'none') throw error;
    return ask({ video });
  });
}

/** A camera that was chosen; `null` where the browser gives no picture. */
export const askForCamera = async (id: string): Promise<MediaStreamTrack | null> =>
  (await ask({ video: { ...SIZE, deviceId: { exact: id } } })).getVideoTracks()[0] ?? null;

/** A microphone that was chosen; `null` where the browser gives no sound. */
export const askForMicrophone = async (id: string): Promise<MediaStreamTrack | null> =>
  (await ask({ audio: { ...SOUND, deviceId: { exact: id } } })).getAudioTracks()[0] ?? null;

const ask = (wanted: MediaStreamConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia(wanted).catch((cause: unknown) => {
    throw new CameraFailure(problemOf(cause), cause);
  });
