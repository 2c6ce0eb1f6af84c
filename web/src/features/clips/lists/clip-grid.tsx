import { Link } from '#web/ui/links/link.tsx';
import type { Clip } from '#shared/videos/clips.ts';
import { paths } from '#web/lib/paths.ts';
import { viewsText, formatClock } from '#web/lib/i18n/numbers.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { Poster } from '#web/ui/pictures/poster.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// By the container's width, which a chat reduces.
const COLUMNS = 'grid grid-cols-2 gap-x-4 gap-y-6 @xl:grid-cols-3 @4xl:grid-cols-4 @6xl:grid-cols-5';

export function ClipGrid({ clips }: { readonly clips: readonly Clip[] }) {
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {clips.map((clip) => (
          <li key={clip.id} className="min-w-0">
            <ClipCard clip={clip} level={3} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ClipCardProps {
  readonly clip: Clip;
  readonly level: 2 | 3;
}

export function ClipCard({ clip, level }: ClipCardProps) {
  const Heading = `h${level}` as const;
  const { id, title, clipper, views, created_at, duration_s } = clip;
  const age = useAge(created_at);
  return (
    <Link to={paths.clip(id)} className="group block rounded-card">
      <div className="relative aspect-video overflow-hidden rounded-card bg-raised outline-1 -outline-offset-1 outline-line group-hover:outline-2 group-hover:outline-accent">
        <Poster url={clip.thumbnail_url} name={id} />
        <span className="absolute end-2 bottom-2 rounded-sm bg-black/75 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          <span className="sr-only">{t('common.lengthPrefix')} </span>
          {formatClock(Math.round(duration_s))}
        </span>
      </div>
      <Heading
        dir="auto"
        className="mt-2 line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:text-accent"
      >
        {title}
      </Heading>
      <p className="mt-0.5 text-sm text-soft">
        {viewsText(views)} · {age}
      </p>
      <p className="text-sm wrap-anywhere text-soft">{t('clips.clippedByName', { clipper })}</p>
    </Link>
  );
}
