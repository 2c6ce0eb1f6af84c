/** How fast an upload goes, and how long it will take. */

/** The speed is the mean of this long, so that it neither jumps nor lags. */
const WINDOW_MS = 8000;
/** Before this the mean says nothing. */
const FIRST_WORD_MS = 1000;
/** How much of the time left comes from the newest reading. */
const NEWEST_SHARE = 0.2;

export interface Rate {
  readonly bytesPerSecond: number | null;
  /** Smoothed. */
  readonly secondsLeft: number | null;
}

interface Reading {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** Measures one stretch of an upload without a pause; after a pause a new one is made. */
export function createRateMeter(totalBytes: number): (nowMs: number, sentBytes: number) => Rate {
  let readings: Reading[] = [];
  let secondsLeft: number | null = null;
  return (atMs, sentBytes) => {
    readings = [...readings.filter((reading) => atMs - reading.atMs <= WINDOW_MS), { atMs, sentBytes }];
    const first = readings[0] ?? { atMs, sentBytes };
    const passedMs = atMs - first.atMs;
    if (passedMs < FIRST_WORD_MS) return { bytesPerSecond: null, secondsLeft: null };
    // A part that is sent again takes its bytes back.
    const bytesPerSecond = Math.max(0, ((sentBytes - first.sentBytes) * 1000) / passedMs);
    const reading = bytesPerSecond > 0 ? (totalBytes - sentBytes) / bytesPerSecond : null;
    secondsLeft = smoothed(secondsLeft, reading);
    return { bytesPerSecond, secondsLeft };
  };
}

function smoothed(before: number | null, reading: number | null): number | null {
  if (before === null || reading === null) return reading;
  return before + (reading - before) * NEWEST_SHARE;
}

/** 3.2 → "a few seconds left"; 47 → "50 s left"; 130 → "2 min left"; 5000 → "1 h 23 min left". */
export function timeLeftText(secondsLeft: number): string {
  if (secondsLeft < 5) return 'a few seconds left';
  if (secondsLeft < 90) return `${Math.ceil(secondsLeft / 5) * 5} s left`;
  const minutes = Math.round(secondsLeft / 60);
  if (minutes < 60) return `${minutes} min left`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
