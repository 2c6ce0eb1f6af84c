/** Decides when a watched position is sent: after half a minute, then at intervals, at the end, and when it is left. */
import { ApiFailure } from '#web/lib/api/api.ts';
import { readToken } from '#web/lib/api/session/session.ts';

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 60_000;
/** More people watch a broadcast at a time, and few of them look for the moment again. */
export const BROADCAST_EVERY_MS = 300_000;
/** For a short video. */
const FIRST_SHARE = 0.5;
const END_S = 10;
const END_SHARE = 0.25;
/** The interval of `at`. */
export const CHECK_EVERY_MS = 5000;

/** From here on a video counts as watched to its end: ten seconds before it, of a short one less. */
export const endBeginsS = (durationS: number): number => durationS - Math.min(END_S, durationS * END_SHARE);

/**
 * `at` takes the position at each check, and returns the one to send, in whole seconds, or `null`; so does `last`, when
 * nothing more is watched.
 */
export function createWatchNotes(durationS: number, startS: number, everyMs = EVERY_MS) {
  const firstAfterMs = Math.min(FIRST_AFTER_MS, durationS * 1000 * FIRST_SHARE);
  const endS = endBeginsS(durationS);
  let [watchedMs, sentMs, lastS, sentS] = [0, -Infinity, startS, -1];
  const due = (isNow: boolean): number | null => {
    const wholeS = Math.floor(lastS);
    return isNow && wholeS !== sentS ? (sentS = wholeS) : null;
  };
  return {
    at: (positionS: number, nowMs: number): number | null => {
      if (positionS !== lastS) watchedMs += CHECK_EVERY_MS;
      lastS = positionS;
      // Who continues shortly before the end watches less than half a minute.
      const hasEnded = watchedMs > 0 && positionS >= endS && sentS < Math.floor(endS);
      const isInterval = watchedMs >= firstAfterMs && nowMs - sentMs >= everyMs;
      const atS = due(hasEnded || isInterval);
      if (atS !== null) sentMs = nowMs;
      return atS;
    },
    last: (): number | null => due(watchedMs >= firstAfterMs),
  };
}

/** Sends what `notes` has due of the position that `read` returns. Returns a function that ends it, and sends the last one. */
export function sendNotes(
  notes: ReturnType<typeof createWatchNotes>,
  read: () => number,
  send: (atS: number) => Promise<unknown>,
): () => void {
  const sendDue = (atS: number | null): void => {
    if (atS === null) return;
    send(atS).catch((error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
    });
  };
  const timer = setInterval(() => sendDue(notes.at(read(), Date.now())), CHECK_EVERY_MS);
  return () => {
    clearInterval(timer);
    // A log-out leaves it, too.
    if (readToken() !== null) sendDue(notes.last());
  };
}
