import { endAll } from '../listen.ts';
import type { Qualities, Rendition, Steering } from '../player-stage.ts';

/**
 * Plays the rendition that `pick` returns, also of later lists. The quality that was chosen otherwise returns when the
 * returned function is called.
 */
export function holdQuality(
  { subscribe, qualities, choose }: Steering,
  pick: (qualities: Qualities) => Rendition | undefined,
): () => void {
  let before = qualities().chosen;
  let held = before;
  const hold = () => {
    const { all, chosen } = qualities();
    if (chosen !== held) before = chosen;
    const wanted = pick(qualities())?.id ?? null;
    held = all.length > 1 ? wanted : chosen;
    if (held !== chosen) choose(held);
  };
  hold();
  return endAll([subscribe(hold), () => choose(before)]);
}
