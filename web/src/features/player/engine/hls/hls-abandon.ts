/** Gives up segments that would come too late. Comes with hls.js. */
import { Events, type Fragment, type Hls } from 'hls.js/light';
import { isWorthLeaving } from '../connection.ts';

const LOOK_EVERY_MS = 100;

/**
 * Leaves a segment for the smallest rendition while it loads, where that is sooner there. hls.js does so too, but never
 * for the smallest of all, so that of two renditions the better one would load to its end, however slowly. Until the
 * answer is called.
 */
export function abandonSlowSegments(hls: Hls): () => void {
  let loading: Fragment | null = null;
  hls.on(Events.FRAG_LOADING, (_event, { frag }) => (loading = frag));
  hls.on(Events.FRAG_LOADED, () => (loading = null));
  const timer = setInterval(() => {
    if (!loading || !hls.autoLevelEnabled || loading.level <= hls.minAutoLevel) return;
    if (loading.stats.aborted) return;
    const bitsPerSecond = rateWorthLeaving(hls, loading);
    if (bitsPerSecond === null) return;
    leave(hls, loading, bitsPerSecond);
    loading = null;
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** What the connection carries, where that is too little for the segment. */
function rateWorthLeaving(hls: Hls, { stats, duration, level }: Fragment): number | null {
  const { loaded, total, loading } = stats;
  if (loading.first === 0 || total === 0) return null;
  const tookS = (performance.now() - loading.first) / 1000;
  const isLeft = isWorthLeaving({
    tookS,
    loadedBytes: loaded,
    totalBytes: total,
    playsS: duration,
    aheadS: hls.mainForwardBufferInfo?.len ?? 0,
    smallerShare: (hls.levels[hls.minAutoLevel]?.bitrate ?? 0) / (hls.levels[level]?.bitrate ?? 1),
  });
  return isLeft ? (loaded * 8) / tookS : null;
}

function leave(hls: Hls, frag: Fragment, bitsPerSecond: number): void {
  hls.bandwidthEstimate = bitsPerSecond;
  hls.nextLoadLevel = hls.minAutoLevel;
  frag.abortRequests();
  hls.trigger(Events.FRAG_LOAD_EMERGENCY_ABORTED, { frag, part: null, stats: frag.stats });
}
