import { useState } from 'react';

/** How much is done of what waits, from 0 to 1, measured by the most that has waited since this came up. */
export function useShareDone(waiting: number): number {
  const [most, setMost] = useState(waiting);
  if (waiting > most) setMost(waiting);
  return most === 0 ? 1 : 1 - Math.min(waiting, most) / most;
}
