/** Measures the data that the page loads in sleep mode. */
import { useEffect, useState } from 'react';

export interface DataUse {
  /** Loaded bytes, including headers; cached responses count as 0. */
  readonly bytes: number;
  /** Some responses of another site, such as a CDN, have an unknown size. */
  readonly isMore: boolean;
}

/** Adds a resource (W3C Resource Timing §4.3); without timing permission only its end is known. */
export function withFetched(use: DataUse, { transferSize, responseStart }: Fetched): DataUse {
  return { bytes: use.bytes + transferSize, isMore: use.isMore || responseStart === 0 };
}

type Fetched = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart'>;

const NOTHING: DataUse = { bytes: 0, isMore: false };
const REFRESH_EVERY_MS = 5000;

/** The data loaded since mounting. Updated while `isVisible`. */
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
