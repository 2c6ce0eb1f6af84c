import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Clip } from '../../../../../shared/videos/clips.ts';
import { countOf } from '../../../lib/words/format.ts';
import { formatAge, formatClock } from '../../../lib/words/format-media.ts';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { hueOf } from '../../../ui/hue.ts';
import { paths } from '../../../lib/paths.ts';

interface ClipCardProps {
  readonly clip: Clip;
  readonly nowMs: number;
}

/** One clip in a grid. */
export function ClipCard({ clip, nowMs }: ClipCardProps) {
  const { id, title, clipper, views, created_at, duration_s } = clip;
  return (
    <Link to={paths.clip(id)} className="group block rounded-lg">
      <div className="relative aspect-video overflow-hidden rounded-lg bg-raised outline-1 -outline-offset-1 outline-line group-hover:outline-2 group-hover:outline-accent">
        <Picture clip={clip} />
        <span className="absolute right-2 bottom-2 rounded-sm bg-black/75 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          <span className="sr-only">Length: </span>
          {formatClock(Math.round(duration_s))}
        </span>
      </div>
      <h3 className="mt-2 line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:text-accent">
        {title}
      </h3>
      <p className="mt-0.5 text-sm text-soft">
        {countOf(views, 'view')} · {formatAge(created_at, nowMs)}
      </p>
      <p className="truncate text-sm text-soft">Clipped by {clipper}</p>
    </Link>
  );
}

function Picture({ clip: { id, thumbnail_url } }: Pick<ClipCardProps, 'clip'>) {
  const [isBroken, setIsBroken] = useState(false);
  if (thumbnail_url !== null && !isBroken) {
    return (
      <img
        src={thumbnail_url}
        alt=""
        loading="lazy"
        onError={() => setIsBroken(true)}
        className="size-full bg-black object-contain"
      />
    );
  }
  const hue = hueOf(id);
  const background = `linear-gradient(145deg, oklch(0.4 0.06 ${hue}), oklch(0.24 0.04 ${hue + 40}))`;
  return (
    <div className="relative size-full overflow-hidden text-white" style={{ background }}>
      <FanMark className="absolute top-[-12%] right-[-8%] aspect-square h-[150%] opacity-15" />
    </div>
  );
}
