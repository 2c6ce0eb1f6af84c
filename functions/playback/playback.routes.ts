import { playbackRoutes } from '../../shared/live/playback.ts';
import { DomainError } from '../base/errors.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import { admission } from './admission.ts';

/** More says nothing that these do not: when all fail, the alarm has rung. */
const MOST = 100;
const IN_MS = 60_000;

/** Reports of failures are written to the request's log line only, from which a metric is made. */
export function playbackApp(clock: () => number): FeatureApp {
  const isAdmitted = admission(MOST, IN_MS, clock);
  return featureApp(playbackRoutes, {
    'POST /playback/failures': async ({ body, note }) => {
      if (!isAdmitted())
        throw new DomainError('too_many_requests', 'Enough is known.', { retryAfterS: IN_MS / 1000 });
      note({ playback: body });
    },
  });
}
