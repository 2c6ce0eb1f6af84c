import { useState } from 'react';
import { FanMark } from '../../ui/fan-mark.tsx';
import { hueOf } from '../../ui/hue.ts';

interface StreamThumbnailProps {
  /** Gives the drawn picture its colour. */
  readonly name: string;
  /** URL of a picture; empty, or one that does not load: a fan is drawn. */
  readonly src: string;
  readonly isLive: boolean;
}

/** A channel's picture, filling its frame. The drawn fan of a live channel turns while one points at its card. */
export function StreamThumbnail({ name, src, isLive }: StreamThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState('');
  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        onError={() => setBrokenSrc(src)}
        className="size-full object-cover"
      />
    );
  }
  const hue = hueOf(name);
  const background = isLive
    ? `linear-gradient(145deg, oklch(0.5 0.1 ${hue}), oklch(0.27 0.07 ${hue + 35}))`
    : `linear-gradient(145deg, oklch(0.34 0.025 ${hue}), oklch(0.24 0.02 ${hue + 40}))`;
  return (
    <div className="relative size-full overflow-hidden text-white" style={{ background }}>
      <div className="absolute top-[-12%] right-[-8%] aspect-square h-[150%]" style={{ rotate: `${hue}deg` }}>
        <FanMark className={`size-full ${isLive ? 'opacity-25 group-hover:animate-turn' : 'opacity-10'}`} />
      </div>
    </div>
  );
}
