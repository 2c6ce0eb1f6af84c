import { useEffect, useState } from 'react';
import { parseStoryboard, type StoryboardPicture } from './storyboard.ts';

const NONE: readonly StoryboardPicture[] = [];

/** The pictures of the seek bar; none until `isWanted`, and where they cannot be loaded. */
export function useStoryboard(url: string | null, isWanted: boolean): readonly StoryboardPicture[] {
  const [pictures, setPictures] = useState(NONE);
  useEffect(() => {
    if (url === null || !isWanted) return;
    const over = new AbortController();
    fetch(url, { signal: over.signal })
      .then(async (response) => {
        const text = response.ok ? await response.text() : '';
        setPictures(parseStoryboard(text, response.url));
      })
      // A seek bar without pictures is a seek bar all the same.
      .catch(() => undefined);
    return () => over.abort();
  }, [url, isWanted]);
  return pictures;
}
