import { useEffect, useState } from 'react';

interface MovingPicturesProps {
  /** In their order; each may be missing. Must be a stable object. */
  readonly urls: readonly string[];
  readonly className: string;
}

const EACH_MS = 700;

/** Shows pictures one after the other, over the still one. Those that are loaded are repeated until the next one is. */
export function MovingPictures({ urls, className }: MovingPicturesProps) {
  const loaded = useLoaded(urls);
  const [at, setAt] = useState(0);
  const count = loaded.length;
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setAt((now) => now + 1), EACH_MS);
    return () => clearInterval(timer);
  }, [count]);
  // One picture alone would only replace another.
  if (count < 2) return null;
  return (
    <img
      src={loaded[at % count]}
      alt=""
      data-moving
      // Browsers send no click to a link if the pressed element in it disappears meanwhile.
      className={`pointer-events-none absolute inset-0 size-full ${className}`}
    />
  );
}

/** The URLs whose pictures are loaded, in their order. Loads them one after the other. */
function useLoaded(urls: readonly string[]): readonly string[] {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOver = false;
    const loadAll = async () => {
      for (const url of urls) {
        const isThere = await load(url);
        if (isOver) return;
        if (isThere) setLoaded((known) => [...known, url]);
      }
    };
    void loadAll();
    return () => {
      isOver = true;
      setLoaded([]);
    };
  }, [urls]);
  return loaded;
}

const load = (url: string) =>
  new Promise<boolean>((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
    image.src = url;
  });
