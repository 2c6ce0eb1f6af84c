/** Reports whether the connection is fast enough for the stream, and abandons segments that would arrive too late. Loaded with hls.js. */
import { ErrorDetails, Events, type Fragment, type Hls } from 'hls.js/light';
import { isWorthAbandoning, type Load, type Verdict, verdictOf, withLoad } from '../connection.ts';

const REPORT_EVERY_MS = 1000;

/** Reports each change of the verdict until the returned function is called. */
export function watchConnection(hls: Hls, report: (verdict: 'slow' | 'fluent') => void): () => void {
  let loads: readonly Load[] = [];
  let loading: Fragment | null = null;
  let reported: Verdict = null;
  const judge = () => {
    // A pause cancels the segment that was loading.
    const unfinished = loading && hls.loadingEnabled && !loading.stats.aborted ? loading : null;
    const verdict = verdictOf(loads, unfinished && loadOf(unfinished, performance.now()));
    if (verdict === null || verdict === reported) return;
    reported = verdict;
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
  hls.on(Events.ERROR, (_event, { details }) => {
    if (details === ErrorDetails.FRAG_LOAD_ERROR) loading = null;
  });
  hls.on(Events.LEVEL_SWITCHING, () => (loads = []));
  const timer = setInterval(judge, REPORT_EVERY_MS);
  return () => clearInterval(timer);
}

const isLastResort = (hls: Hls, { level }: Fragment): boolean =>
  !hls.autoLevelEnabled || level <= hls.minAutoLevel;

function loadOf({ stats, duration }: Fragment, untilMs: number): Load {
  const { first } = stats.loading;
  return { tookS: first > 0 ? (untilMs - first) / 1000 : 0, playsS: duration };
}

const CHECK_EVERY_MS = 100;

/**
 * Abandons a loading segment in favour of the smallest rendition where that arrives sooner, until the returned function
 * is called. hls.js does so too, but never for the smallest rendition, so that with two renditions the better one would
 * load to its end even when it is far too slow.
 */
export function abandonSlowSegments(hls: Hls): () => void {
  let loading: Fragment | null = null;
  hls.on(Events.FRAG_LOADING, (_event, { frag }) => (loading = frag));
  hls.on(Events.FRAG_LOADED, () => (loading = null));
  hls.on(Events.ERROR, (_event, { details }) => {
    if (details === ErrorDetails.FRAG_LOAD_ERROR) loading = null;
  });
  const timer = setInterval(() => {
    if (!loading || !hls.autoLevelEnabled || loading.level <= hls.minAutoLevel) return;
    if (loading.stats.aborted) return;
    const bitsPerSecond = rateWorthAbandoning(hls, loading);
    if (bitsPerSecond === null) return;
    switchToSmallest(hls, loading, bitsPerSecond);
    loading = null;
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** The connection's rate in bits per second if it is too low for the segment, else `null`. */
function rateWorthAbandoning(hls: Hls, { stats, duration, level }: Fragment): number | null {
  const { loaded, total, loading } = stats;
  if (loading.first === 0 || total === 0) return null;
  const tookS = (performance.now() - loading.first) / 1000;
  const isAbandoned = isWorthAbandoning({
    tookS,
    loadedBytes: loaded,
    totalBytes: total,
    playsS: duration,
    aheadS: hls.mainForwardBufferInfo?.len ?? 0,
    smallerShare: (hls.levels[hls.minAutoLevel]?.bitrate ?? 0) / (hls.levels[level]?.bitrate ?? 1),
  });
  return isAbandoned ? (loaded * 8) / tookS : null;
}

function switchToSmallest(hls: Hls, frag: Fragment, bitsPerSecond: number): void {
  hls.bandwidthEstimate = bitsPerSecond;
  hls.nextLoadLevel = hls.minAutoLevel;
  frag.abortRequests();
  hls.trigger(Events.FRAG_LOAD_EMERGENCY_ABORTED, { frag, part: null, stats: frag.stats });
}
