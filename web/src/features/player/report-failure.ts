import { timedFetch } from '#web/lib/api/timed-fetch.ts';
import type { PlaybackFailure } from '#shared/live/playback.ts';
import { FAILURES_REPORTED_ONE_IN } from '#shared/plain/playback-failures.ts';

/** A player that retries repeatedly reports one failure in this time. */
const QUIET_MS = 10 * 60_000;
/** Reports of many players that fail at the same moment are spread over this time. */
const SPREAD_MS = 10_000;

const isReporting = Math.random() < 1 / FAILURES_REPORTED_ONE_IN;
let reportedAtMs = Number.NEGATIVE_INFINITY;

/** Reports a failed playback to the site, anonymously and from a sample of the pages only. */
export function reportFailure(failure: PlaybackFailure): void {
  const nowMs = performance.now();
  if (!isReporting || !navigator.onLine || nowMs - reportedAtMs < QUIET_MS) return;
  reportedAtMs = nowMs;
  setTimeout(() => void send(failure), Math.random() * SPREAD_MS);
}

/** Sends without cookies and token, and ignores failures. */
async function send(failure: PlaybackFailure): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(failure);
  const request = { method: 'POST', headers, body, keepalive: true, credentials: 'omit' } as const;
  await timedFetch('/api/playback/failures', request).catch(() => undefined);
}
