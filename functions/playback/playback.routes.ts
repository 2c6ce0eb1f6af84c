import { playbackRoutes } from '#shared/live/playback.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { FeatureApp } from '#functions/http/context.ts';
import { featureApp } from '#functions/http/route.ts';

/** Further reports add nothing, because the alarm has gone off by then. */
const MOST = 100;
const IN_MS = 60_000;

/** Writes reports of failures to the request's log line only, from which a metric is made. */
export function playbackApp(clock: () => number): FeatureApp {
  const isAdmitted = admission(MOST, IN_MS, clock);
  return featureApp(playbackRoutes, {
    'POST /playback/failures': async ({ body, note }) => {
      if (!isAdmitted())
        throw new DomainError('too_many_requests', 'enough_reports', { retryAfterS: IN_MS / 1000 });
      note({ playback: body });
    },
  });
}

/** Admits `most` requests in `inMs`, from all callers together. Each instance of a Lambda counts on its own. */
function admission(most: number, inMs: number, clock: () => number): () => boolean {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let admitted = 0;
  return () => {
    const nowMs = clock();
    if (nowMs - sinceMs >= inMs) {
      sinceMs = nowMs;
      admitted = 0;
    }
    admitted += 1;
    return admitted <= most;
  };
}
