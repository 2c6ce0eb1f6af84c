import type { PlaybackFailure } from '../../../../shared/live/playback.ts';
import { FAILURES_TOLD_ONE_IN } from '../../../../shared/plain/playback-failures.ts';

/** A player that tries again and again tells one failure. */
const QUIET_MS = 10 * 60_000;
/** When all fail at one moment they tell it over this time. */
const SPREAD_MS = 10_000;

/** Whether this page is one of those that tell, for as long as it is open. */
const isReporting = Math.random() < 1 / FAILURES_TOLD_ONE_IN;
let reportedAtMs = Number.NEGATIVE_INFINITY;

/** Tells the site that a playback failed, without a word of who watched what; of most pages it tells nothing. */
export function reportFailure(failure: PlaybackFailure): void {
  const nowMs = performance.now();
  if (!isReporting || !navigator.onLine || nowMs - reportedAtMs < QUIET_MS) return;
  reportedAtMs = nowMs;
  setTimeout(() => void send(failure), Math.random() * SPREAD_MS);
}

/** Without cookies and token, and whatever comes of it. */
async function send(failure: PlaybackFailure): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(failure);
  const request = { method: 'POST', headers, body, keepalive: true, credentials: 'omit' } as const;
  await fetch('/api/playback/failures', request).catch(() => undefined);
}
