/** A call that runs once at a time: while it does, further callers wait for its end instead of beginning their own. */
export function singleFlight<Arguments extends unknown[]>(
  call: (...values: Arguments) => Promise<void>,
): (...values: Arguments) => Promise<void> {
  let running: Promise<void> | null = null;
  return (...values) => {
    running ??= call(...values).finally(() => {
      running = null;
    });
    return running;
  };
}
