import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FanMark } from '../../ui/fan-mark.tsx';
import { gradientOf } from '../../ui/hue.ts';

interface EmbedPosterProps {
  readonly title: string;
  readonly src: string | null;
  readonly badge?: ReactNode;
  readonly onPlay: () => void;
}

/** Replaces a player until pressed, so that a page with ten frames loads ten pictures and no video. */
export function EmbedPoster({ title, src, badge, onPlay }: EmbedPosterProps) {
  return (
    <>
      <EmbedPicture title={title} src={src} />
      <div className="absolute top-3 left-3 flex h-9 items-center">{badge}</div>
      <button
        type="button"
        onClick={onPlay}
        className="group/play absolute inset-0 grid cursor-pointer place-items-center outline-none"
      >
        <span className="grid size-16 place-items-center rounded-full bg-black/70 group-hover/play:bg-black/90 group-focus-visible/play:outline-2 group-focus-visible/play:outline-offset-2 group-focus-visible/play:outline-white">
          <Play aria-hidden="true" className="size-8 fill-current" />
        </span>
        <span className="sr-only">Play {title}</span>
      </button>
    </>
  );
}

/** A picture that fits the frame. */
export function EmbedPicture({ title, src }: Pick<EmbedPosterProps, 'title' | 'src'>) {
  const [isBroken, setIsBroken] = useState(false);
  if (src && !isBroken)
    return (
      <img
        src={src}
        alt=""
        onError={() => setIsBroken(true)}
        className="absolute inset-0 size-full object-contain"
      />
    );
  const background = gradientOf(title, '0.34 0.05', '0.2 0.03');
  return (
    <div className="absolute inset-0 overflow-hidden" style={{ background }}>
      <FanMark className="absolute top-[-12%] right-[-8%] aspect-square h-[150%] opacity-10" />
    </div>
  );
}
