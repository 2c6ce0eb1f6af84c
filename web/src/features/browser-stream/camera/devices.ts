/** Cameras and microphones of this device: their names, their failures, and requests for them. */
import { CAMERA_HEIGHT_PX, CAMERA_WIDTH_PX } from '#shared/limits.ts';
import type { CameraProblem, Device } from '../broadcast.ts';

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

/** Maps an error of getUserMedia to a problem (W3C Media Capture and Streams §10.2). */
export function problemOf(error: unknown): CameraProblem {
  if (error instanceof CameraFailure) return error.problem;
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return PROBLEMS[name] ?? 'unsupported';
}

type DeviceInfo = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/** The devices of a kind that can be chosen, which need an id. */
export const devicesOf = (kind: MediaDeviceKind, devices: readonly DeviceInfo[]): readonly Device[] =>
  devices
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));

/** Whether to mirror the preview. Phones report it; a computer's camera faces its user unless its name denies it. */
export function facesUser(facingMode: string | undefined, label: string): boolean {
  if (facingMode) return facingMode === 'user';
  return !/\b(back|rear|environment)\b/i.test(label);
}

/** Requested size: specification §9 (Camera). */
const SIZE = { width: { ideal: CAMERA_WIDTH_PX }, height: { ideal: CAMERA_HEIGHT_PX } };

/** Unprocessed sound: noise suppression would remove the sound of fans. */
const SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Requests the camera alone if there is no microphone. Throws `CameraFailure`. */
export async function requestBoth(): Promise<MediaStream> {
  const video = { ...SIZE, facingMode: { ideal: 'environment' } };
  return request({ video, audio: SOUND }).catch((error: unknown) => {
    if (problemOf(error) !== 'none') throw error;
    return request({ video });
  });
}

/** Returns `null` if the browser returns no video. Throws `CameraFailure`. */
export const requestCamera = async (id: string): Promise<MediaStreamTrack | null> =>
  (await request({ video: { ...SIZE, deviceId: { exact: id } } })).getVideoTracks()[0] ?? null;

/** Without an id, the browser chooses. Throws `CameraFailure`. */
export const requestMicrophone = async (id?: string): Promise<MediaStreamTrack | null> => {
  const device = id === undefined ? {} : { deviceId: { exact: id } };
  return (await request({ audio: { ...SOUND, ...device } })).getAudioTracks()[0] ?? null;
};

const request = (wanted: MediaStreamConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia(wanted).catch((cause: unknown) => {
    throw new CameraFailure(problemOf(cause), cause);
  });
