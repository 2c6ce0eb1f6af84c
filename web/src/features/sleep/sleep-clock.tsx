/** Moves a little with each minute, so that no screen keeps its mark. */
const PLACES = ['', 'translate-x-4', 'translate-x-4 translate-y-4', 'translate-y-4'];
const MINUTE_MS = 60_000;

/** A dim clock in the reader's own way to write the time. */
export function SleepClock({ nowMs }: { readonly nowMs: number }) {
  const time = new Date(nowMs).toLocaleTimeString(undefined, { timeStyle: 'short' });
  const place = PLACES[Math.floor(nowMs / MINUTE_MS) % PLACES.length];
  return <p className={`text-6xl font-light text-[#7d7d7d] tabular-nums sm:text-8xl ${place}`}>{time}</p>;
}
