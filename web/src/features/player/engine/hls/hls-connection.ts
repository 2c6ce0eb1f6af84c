/** Watches how hls.js loads, and reports whether the connection carries the stream. Comes with hls.js. */
import { Events, type Fragment, type Hls } from 'hls.js/light';
import { type Load, type Verdict, verdictOf, withLoad } from '../connection.ts';

const LOOK_EVERY_MS = 1000;

/** Reports each change of the verdict until the answer is called. */
export function watchConnection(hls: Hls, report: (verdict: 'slow' | 'fluent') => void): () => void {
  let loads: readonly Load[] = [];
  let loading: Fragment | null = null;
  let said: Verdict = null;
  const judge = () => {
    // A viewer who pauses lets go of what was on its way.
    const unfinished = loading && hls.loadingEnabled && !loading.stats.aborted ? loading : null;
    const verdict = verdictOf(loads, unfinished && loadOf(unfinished, performance.now()));
    if (verdict === null || verdict === said) return;
    said = verdict;
    report(verdict);
  };
  hls.on(Events.FRAG_LOADING, (_event, { frag }) => {
    loading = isLastResort(hls, frag) ? frag : null;
  });
  hls.on(Events.FRAG_LOADED, (_event, { frag }) => {
    loading = null;
    if (isLastResort(hls, frag)) loads = withLoad(loads, loadOf(frag, frag.stats.loading.end));
    judge();
  });
  hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, () => (loading = null));
  hls.on(Events.LEVEL_SWITCHING, () => (loads = []));
  const timer = setInterval(judge, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Of a better rendition hls.js goes to a lesser one by itself, unless the viewer has chosen it. */
const isLastResort = (hls: Hls, { level }: Fragment): boolean =>
  !hls.autoLevelEnabled || level <= hls.minAutoLevel;

function loadOf({ stats, duration }: Fragment, untilMs: number): Load {
  const { first } = stats.loading;
  return { tookS: first > 0 ? (untilMs - first) / 1000 : 0, playsS: duration };
}
