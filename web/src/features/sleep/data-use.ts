/** What sleeping costs of a data plan. */
import { useEffect, useState } from 'react';

export interface DataUse {
  /** What the page has fetched, headers included; what the browser had kept counts nothing. */
  readonly bytes: number;
  /** Another site, such as a live service's CDN, did not tell how much of it there was. */
  readonly isMore: boolean;
}

/** One more thing that was fetched (W3C Resource Timing §4.3): of what does not tell, nothing but its end is known. */
export function withFetched(use: DataUse, { transferSize, responseStart }: Fetched): DataUse {
  return { bytes: use.bytes + transferSize, isMore: use.isMore || responseStart === 0 };
}

type Fetched = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart'>;

const NOTHING: DataUse = { bytes: 0, isMore: false };
const REFRESH_EVERY_MS = 5000;

/** What this page has fetched since it asked first. Told anew while somebody looks. */
export function useDataUse(isVisible: boolean): DataUse {
  const [count] = useState(() => ({ use: NOTHING }));
  const [use, setUse] = useState(NOTHING);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        count.use = withFetched(count.use, entry as PerformanceResourceTiming);
    });
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  }, [count]);
  useEffect(() => {
    if (!isVisible) return;
    const show = () => setUse(count.use);
    show();
    const timer = setInterval(show, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, [count, isVisible]);
  return use;
}
