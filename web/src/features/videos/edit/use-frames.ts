import { useEffect, useState } from 'react';
import type { NewPicture } from '../../../lib/pictures/picture.ts';
import { retryImport } from '../../../lib/api/patience/retry-import.ts';

interface VisibleFrame extends NewPicture {
  readonly atS: number;
}

/** `none`: no file. `failed`: the browser cannot decode it. */
export type Frames =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly frames: readonly VisibleFrame[] };

/** Three frames of a local film for the thumbnail. */
export function useFrames(film: File | null): Frames {
  const [found, setFound] = useState<Frames>({ state: film ? 'loading' : 'none' });
  useEffect(() => {
    if (!film) return;
    const unmounted = new AbortController();
    const urls: string[] = [];
    const load = async () => {
      const { takeFrames } = await retryImport(() => import('./film-frames.ts'), unmounted.signal);
      const frames = (await takeFrames(film, unmounted.signal)).map(({ atS, picture }) => {
        const url = URL.createObjectURL(picture);
        urls.push(url);
        return { atS, blob: picture, url };
      });
      setFound({ state: 'ready', frames });
    };
    load().catch(() => {
      if (!unmounted.signal.aborted) setFound({ state: 'failed' });
    });
    return () => {
      unmounted.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [film]);
  return found;
}
