/** So often it is looked whether a second has passed. */
const LOOK_MS = 200;

export interface Countdown {
  /** Whole seconds that are left, rounded up; 0: it is over. */
  readonly leftS: () => number;
  /** Tells, until it is over, that time has passed; answers how to hear no more. */
  readonly subscribe: (tell: () => void) => () => void;
}

/** Counts down to `endMs` (since 1970), by this device's clock. */
export function countdown(endMs: number): Countdown {
  const leftS = (): number => Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
  const subscribe = (tell: () => void): (() => void) => {
    if (leftS() === 0) return () => undefined;
    const timer = setInterval(() => {
      if (leftS() === 0) clearInterval(timer);
      tell();
    }, LOOK_MS);
    return () => clearInterval(timer);
  };
  return { leftS, subscribe };
}
