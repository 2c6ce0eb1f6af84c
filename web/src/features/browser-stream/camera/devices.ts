/** Cameras and microphones of this device. Pure. */
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
export function looksAtUser(facingMode: string | undefined, label: string): boolean {
  if (facingMode) return facingMode === 'user';
  return !/\b(back|rear|environment)\b/i.test(label);
}
