import { useState } from 'react';
import { FanMark } from '../fan-mark.tsx';
import { gradientOf } from './hue.ts';

interface PosterProps {
  /** `null` or broken: draws a fan. */
  readonly url: string | null;
  /** Determines the drawn fan's colour. */
  readonly name: string;
}

/** A still of a video or clip, or a drawn fan. */
export function Poster({ url, name }: PosterProps) {
  const [brokenUrl, setBrokenUrl] = useState('');
  if (url !== null && url !== brokenUrl) {
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        onError={() => setBrokenUrl(url)}
        // Letterboxes portrait pictures, as the player does.
        className="size-full bg-black object-contain"
      />
    );
  }
  return (
    <div
      className="relative size-full overflow-hidden text-white"
      style={{ background: gradientOf(name, '0.4 0.06', '0.24 0.04') }}
    >
      <FanMark className="absolute top-[-12%] end-[-8%] aspect-square h-[150%] opacity-15" />
    </div>
  );
}
