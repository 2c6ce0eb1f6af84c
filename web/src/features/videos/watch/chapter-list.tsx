import { useId } from 'react';
import type { Chapter } from '#shared/plain/videos/chapters.ts';
import type { Video } from '#shared/videos/videos.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/links/link.tsx';

interface ChapterListProps {
  readonly video: Pick<Video, 'id' | 'username'>;
  readonly chapters: readonly Chapter[];
}

/** The chapters of a video, each with a link that plays it. */
export function ChapterList({ video: { id, username }, chapters }: ChapterListProps) {
  const titleId = useId();
  return (
    <nav aria-labelledby={titleId} className="card p-4">
      <h2 id={titleId} className="font-semibold">
        {t('video.chapters')}
      </h2>
      <ol className="-mx-2 mt-2 max-h-72 overflow-y-auto">
        {chapters.map(({ startS, title }) => (
          <li key={startS}>
            <Link
              to={`${paths.video(username, id)}?t=${startS}`}
              // Back leaves the page instead of returning to each chapter.
              replace
              className="flex items-baseline gap-3 rounded-md px-2 py-1.5 hover:bg-line pointer-coarse:py-2.5"
            >
              <span className="min-w-10 shrink-0 text-sm text-accent tabular-nums">
                {formatClock(startS)}
              </span>
              <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
