import { useEffect, useState } from 'react';
import type { NewPicture } from '../../../lib/pictures/picture.ts';
import { untilItComes } from '../../../lib/api/patience/until-it-comes.ts';

export interface ShownFrame extends NewPicture {
  /** From the film's beginning. */
  readonly atS: number;
}

/** `none`: there is no file at hand. `failed`: this browser cannot show it. */
export type Frames =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly frames: readonly ShownFrame[] };

/** Three frames of a film that was chosen on this page, to choose a thumbnail from. */
export function useFrames(film: File | null): Frames {
  const [found, setFound] = useState<Frames>({ state: film ? 'loading' : 'none' });
  useEffect(() => {
    if (!film) return;
    const leaving = new AbortController();
    const urls: string[] = [];
    const load = async () => {
      const { takeFrames } = await untilItComes(() => import('./film-frames.ts'), leaving.signal);
      const frames = (await takeFrames(film, leaving.signal)).map(({ atS, picture }) => {
        const url = URL.createObjectURL(picture);
        urls.push(url);
        return { atS, blob: picture, url };
      });
      setFound({ state: 'ready', frames });
    };
    load().catch(() => {
      if (!leaving.signal.aborted) setFound({ state: 'failed' });
    });
    return () => {
      leaving.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [film]);
  return found;
}
