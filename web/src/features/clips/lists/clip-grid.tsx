import { Link } from 'react-router-dom';
import type { Clip } from '../../../../../shared/videos/clips.ts';
import { useNow } from '../../../lib/hooks/browser-hooks.ts';
import { paths } from '../../../lib/paths.ts';
import { formatAge, formatClock } from '../../../lib/words/format-media.ts';
import { countOf } from '../../../lib/words/format.ts';
import { Poster } from '../../../ui/poster.tsx';

// By the container's width, which a chat reduces.
const COLUMNS = 'grid grid-cols-2 gap-x-4 gap-y-6 @xl:grid-cols-3 @4xl:grid-cols-4 @6xl:grid-cols-5';
const AGES_CHANGE_EVERY_MS = 60_000;

export function ClipGrid({ clips }: { readonly clips: readonly Clip[] }) {
  const nowMs = useNow(AGES_CHANGE_EVERY_MS);
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {clips.map((clip) => (
          <li key={clip.id} className="min-w-0">
            <ClipCard clip={clip} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ClipCardProps {
  readonly clip: Clip;
  readonly nowMs: number;
}

function ClipCard({ clip, nowMs }: ClipCardProps) {
  const { id, title, clipper, views, created_at, duration_s } = clip;
  return (
    <Link to={paths.clip(id)} className="group block rounded-lg">
      <div className="relative aspect-video overflow-hidden rounded-lg bg-raised outline-1 -outline-offset-1 outline-line group-hover:outline-2 group-hover:outline-accent">
        <Poster url={clip.thumbnail_url} name={id} />
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
