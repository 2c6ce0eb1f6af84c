/** Decides when a watched position is sent: after half a minute, then at intervals, and at the end. */
const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 60_000;
/** More people watch a broadcast at a time, and few of them look for the moment again. */
export const BROADCAST_EVERY_MS = 300_000;
/** For a short video. */
const FIRST_SHARE = 0.5;
/** Who stops this near to the end has finished. */
export const SEEN_BEFORE_END_S = 10;
/** The interval of `at`. */
export const CHECK_EVERY_MS = 5000;

/** Takes the position at each check; returns the one to send, in whole seconds, or `null`. */
export function createWatchNotes(durationS: number, startS: number, everyMs = EVERY_MS) {
  const firstAfterMs = Math.min(FIRST_AFTER_MS, durationS * 1000 * FIRST_SHARE);
  const endS = durationS - SEEN_BEFORE_END_S;
  let [watchedMs, sentMs, lastS, sentS] = [0, -Infinity, startS, -1];
  return (positionS: number, nowMs: number): number | null => {
    if (positionS !== lastS) watchedMs += CHECK_EVERY_MS;
    lastS = positionS;
    const wholeS = Math.floor(positionS);
    const hasEnded = wholeS >= endS && sentS < endS;
    if (watchedMs < firstAfterMs || wholeS === sentS) return null;
    if (nowMs - sentMs < everyMs && !hasEnded) return null;
    [sentMs, sentS] = [nowMs, wholeS];
    return wholeS;
  };
}
