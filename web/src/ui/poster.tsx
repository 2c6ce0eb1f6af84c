import { useState } from 'react';
import { FanMark } from './fan-mark.tsx';
import { gradientOf } from './hue.ts';

interface PosterProps {
  /** `null` or broken: a fan is drawn. */
  readonly url: string | null;
  /** Determines the colour of the drawn one. */
  readonly name: string;
}

/** A still picture of a video or a clip, or a drawn one. Fills its frame. */
export function Poster({ url, name }: PosterProps) {
  const [brokenUrl, setBrokenUrl] = useState('');
  if (url !== null && url !== brokenUrl) {
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        onError={() => setBrokenUrl(url)}
        // Portrait pictures are letterboxed, as in the player.
        className="size-full bg-black object-contain"
      />
    );
  }
  return (
    <div
      className="relative size-full overflow-hidden text-white"
      style={{ background: gradientOf(name, '0.4 0.06', '0.24 0.04') }}
    >
      <FanMark className="absolute top-[-12%] right-[-8%] aspect-square h-[150%] opacity-15" />
    </div>
  );
}
