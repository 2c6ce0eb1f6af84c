import { type ReactNode, useId } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { viewsText } from '#web/lib/i18n/numbers.ts';
import { formatDay } from '#web/lib/i18n/dates.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Badge, TagList } from '#web/ui/badge.tsx';
import { TimedText } from '#web/ui/links/timed-text.tsx';
import { hiddenLabel } from '../visibility-words.ts';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface VideoAboutProps {
  readonly video: Video;
  /** The channel's display name; the username while loading. */
  readonly displayName: string;
  readonly avatar: string;
  /** Belongs to the viewer. */
  readonly isOwn: boolean;
  readonly children?: ReactNode;
}

export function VideoAbout({ video, displayName, avatar, isOwn, children }: VideoAboutProps) {
  const { username, title, status, description, tags } = video;
  const titleId = useId();
  return (
    <article aria-labelledby={titleId}>
      <h1 id={titleId} dir="auto" className="text-xl font-bold">
        {title}
      </h1>
      <Facts video={video} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Link
          to={paths.channel(username)}
          className="flex min-w-0 items-center gap-3 rounded-md font-semibold hover:text-accent"
        >
          <Avatar name={username} src={avatar} className="size-11 text-lg" />
          <span dir="auto" className="truncate">
            {displayName}
          </span>
        </Link>
        {isOwn && <Badge>{t('videos.own')}</Badge>}
        <div className="flex flex-wrap items-center gap-2 sm:ms-auto sm:gap-3">{children}</div>
      </div>
      <TagList tags={tags} className="mt-4" />
      {(description || status === 'ready') && (
        <p dir="auto" className="mt-4 card p-4 wrap-anywhere whitespace-pre-line">
          {description ? (
            <TimedText
              text={description}
              page={paths.video(username, video.id)}
              durationS={video.duration_s ?? 0}
            />
          ) : (
            <span className="text-soft">{t('videos.noDescription')}</span>
          )}
        </p>
      )}
    </article>
  );
}

function Facts({ video }: { readonly video: Video }) {
  const { category, kind, status, views, created_at } = video;
  const hidden = hiddenLabel(video);
  const age = useAge(created_at);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      {status === 'ready' && <span>{viewsText(views)}</span>}
      <time dateTime={created_at} title={formatDay(created_at)}>
        {age}
      </time>
      <Link to={paths.category(category)} className="rounded-sm text-accent hover:underline">
        {categoryName(category)}
      </Link>
      {kind === 'replay' && <Badge>{t('videos.replay')}</Badge>}
      {hidden && <Badge>{hidden}</Badge>}
    </p>
  );
}
