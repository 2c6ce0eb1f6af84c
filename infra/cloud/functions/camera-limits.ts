import { wholeNumber, type ContextOf, type SettingName } from '../stage/context.ts';

/** Limits of camera broadcasts. Operators set them with `cdk deploy -c name=value` (runbook). */
export interface CameraLimits {
  /** Minimum length of windows in ms. Shorter ones reduce the delay and cost more. */
  readonly windowMs: number;
  /** The account's MediaConvert quota "Request rate for CreateJob". Windows get longer as broadcasts use it up. */
  readonly jobsPerSecond: number;
  /** Maximum number of simultaneous broadcasts. Further streamers are referred to OBS. */
  readonly maxBroadcasts: number;
}

/** For an account with AWS's default quotas. */
export const DEFAULT_CAMERA_LIMITS: CameraLimits = { windowMs: 4000, jobsPerSecond: 5, maxBroadcasts: 50 };

const CONTEXT: readonly (readonly [keyof CameraLimits, SettingName])[] = [
  ['windowMs', 'cameraWindowMs'],
  ['jobsPerSecond', 'cameraJobsPerSecond'],
  ['maxBroadcasts', 'cameraMaxBroadcasts'],
];

/** Reads CDK's context (`-c cameraJobsPerSecond=20`). Throws an error naming a value that is not a positive integer. */
export function cameraLimits(contextOf: ContextOf): CameraLimits {
  const given = CONTEXT.flatMap(([name, key]) => {
    const number = wholeNumber(contextOf, key);
    return number === undefined ? [] : [[name, number]];
  });
  return { ...DEFAULT_CAMERA_LIMITS, ...(Object.fromEntries(given) as Partial<CameraLimits>) };
}
