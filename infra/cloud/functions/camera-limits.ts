import { wholeNumber, type ContextOf, type SettingName } from '../stage/context.ts';

/** What broadcasts from the camera may take of the account. An operator sets it with `cdk deploy -c name=value` (runbook). */
export interface CameraLimits {
  /** The least length of the pieces in which broadcasts are transcoded, in ms: shorter is sooner, and costs more. */
  readonly windowMs: number;
  /** The account's quota of MediaConvert, "Request rate for CreateJob"; pieces get longer as broadcasts fill it. */
  readonly jobsPerSecond: number;
  /** Broadcasts at once; a streamer who wants to begin one more is pointed to OBS. */
  readonly maxBroadcasts: number;
}

/** What suits an account with AWS's own quotas. */
export const DEFAULT_CAMERA_LIMITS: CameraLimits = { windowMs: 4000, jobsPerSecond: 5, maxBroadcasts: 50 };

const CONTEXT: readonly (readonly [keyof CameraLimits, SettingName])[] = [
  ['windowMs', 'cameraWindowMs'],
  ['jobsPerSecond', 'cameraJobsPerSecond'],
  ['maxBroadcasts', 'cameraMaxBroadcasts'],
];

/** Reads CDK's context (`-c cameraJobsPerSecond=20`). Throws an error that names what is not a whole number from 1 on. */
export function cameraLimits(contextOf: ContextOf): CameraLimits {
  const given = CONTEXT.flatMap(([name, key]) => {
    const number = wholeNumber(contextOf, key);
    return number === undefined ? [] : [[name, number]];
  });
  return { ...DEFAULT_CAMERA_LIMITS, ...(Object.fromEntries(given) as Partial<CameraLimits>) };
}
