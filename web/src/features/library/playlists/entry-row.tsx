import { VideoOff } from 'lucide-react';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Link } from '#web/ui/links/link.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';

interface EntryLinkProps {
  readonly entry: PlaylistEntry;
  /** Its page within the playlist. */
  readonly to: string;
  /** In the narrow list beside a player. @default false */
  readonly isSmall?: boolean;
  readonly isCurrent?: boolean;
}

/** An entry with its picture, or that it is not available. */
export function EntryLink({ entry, to, isSmall = false, isCurrent = false }: EntryLinkProps) {
  const content = entry.video ?? entry.clip;
  const picture = `relative aspect-video shrink-0 overflow-hidden rounded-md bg-raised ${isSmall ? 'w-24' : 'w-28 sm:w-40'}`;
  if (!content)
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3 text-sm text-soft">
        <div className={`${picture} grid place-items-center`}>
          <VideoOff aria-hidden className="size-5" />
        </div>
        {t('library.entryUnavailable')}
      </div>
    );
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className="group flex min-w-0 flex-1 items-center gap-3 rounded-md"
    >
      <div className={picture}>
        <Poster url={content.thumbnail_url} name={content.id + content.title} />
        {content.duration_s !== null && (
          <span className="absolute end-1 bottom-1 rounded-sm bg-black/75 px-1 text-xs font-medium text-white tabular-nums">
            <span className="sr-only">{t('common.lengthPrefix')} </span>
            {formatClock(Math.round(content.duration_s))}
          </span>
        )}
      </div>
      <div className="min-w-0">
        <p
          dir="auto"
          className={`line-clamp-2 font-semibold wrap-anywhere group-hover:text-accent ${isSmall ? 'text-sm' : ''} ${isCurrent ? 'text-accent' : ''}`}
        >
          {content.title}
        </p>
        <p dir="auto" className={`truncate text-soft ${isSmall ? 'text-xs' : 'text-sm'}`}>
          {content.display_name}
        </p>
      </div>
    </Link>
  );
}
