import { type ReactNode, useId } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Clip } from '#shared/videos/clips.ts';
import { paths } from '#web/lib/paths.ts';
import { viewsText } from '#web/lib/i18n/numbers.ts';
import { formatDay } from '#web/lib/i18n/dates.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { withPlayTime } from '#web/lib/media/play-time.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ClipAboutProps {
  readonly clip: Clip;
  readonly avatar: string;
  readonly children: ReactNode;
}

export function ClipAbout({ clip, avatar, children }: ClipAboutProps) {
  const { title, username, display_name, source } = clip;
  const titleId = useId();
  return (
    <article aria-labelledby={titleId}>
      <h1 id={titleId} dir="auto" className="text-xl font-bold wrap-anywhere">
        {title}
      </h1>
      <Facts clip={clip} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Link
          to={paths.channel(username)}
          className="flex min-w-0 items-center gap-3 rounded-md font-semibold hover:text-accent"
        >
          <Avatar name={username} src={avatar} className="size-11 text-lg" />
          <span dir="auto" className="truncate">
            {display_name}
          </span>
        </Link>
        <div className="flex flex-wrap items-center gap-2 sm:ms-auto sm:gap-3">{children}</div>
      </div>
      {source && (
        <p className="mt-4">
          <Link
            to={withPlayTime(paths.video(username, source.video_id), source.at_s)}
            className="rounded-sm font-semibold text-accent hover:underline"
          >
            {t('clips.watchSource')}
          </Link>
        </p>
      )}
    </article>
  );
}

const HIDDEN = { unlisted: t('clips.unlisted'), private: t('clips.private') } as const;

function Facts({ clip: { views, created_at, clipper, visibility } }: Pick<ClipAboutProps, 'clip'>) {
  const age = useAge(created_at);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <span>{viewsText(views)}</span>
      <time dateTime={created_at} title={formatDay(created_at)}>
        {age}
      </time>
      <span>
        {rich('clips.clippedBy', {
          clipper,
          link: (text) => <TextLink to={paths.channel(clipper)}>{text}</TextLink>,
        })}
      </span>
      {visibility !== 'public' && <Badge>{HIDDEN[visibility]}</Badge>}
    </p>
  );
}
