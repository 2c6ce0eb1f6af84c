import type { ReactNode } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { NamedVideo, Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { viewsText } from '#web/lib/i18n/numbers.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Section } from '#web/ui/section.tsx';
import { useAutoplayNext } from '../autoplay-next.ts';
import { MAX_MORE_VIDEOS, useMoreVideos } from './use-more-videos.ts';
import type { VideoGridProps } from './video-grid.tsx';
import { VideoThumbnail } from './video-thumbnail.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface MoreVideosProps extends Pick<VideoGridProps, 'menuOf'> {
  readonly video: Pick<Video, 'id' | 'channel_id' | 'username'>;
  readonly displayName: string;
}

/** The channel's other videos, then the latest of others. */
export function MoreVideos({ video, displayName, ...menus }: MoreVideosProps) {
  const lists = useMoreVideos(video);
  const [autoplaysNext, setAutoplaysNext] = useAutoplayNext();
  const fromChannel = lists.fromChannel.slice(0, MAX_MORE_VIDEOS);
  const fromOthers = lists.fromOthers.slice(0, MAX_MORE_VIDEOS - fromChannel.length);
  if (fromChannel.length + fromOthers.length === 0) return null;
  return (
    <section aria-label={t('videos.next')} className="space-y-8">
      <Switch label={t('video.autoplayNext')} checked={autoplaysNext} onChange={setAutoplaysNext} />
      {fromChannel.length > 0 && (
        <List title={t('videos.moreFromChannel', { displayName })} videos={fromChannel} {...menus}>
          <TextLink to={paths.channel(video.username)}>{t('videos.allOfChannel')}</TextLink>
        </List>
      )}
      {fromOthers.length > 0 && <List title={t('videos.fromOtherChannels')} videos={fromOthers} {...menus} />}
    </section>
  );
}

interface ListProps extends Pick<VideoGridProps, 'menuOf'> {
  readonly title: string;
  readonly videos: readonly (Video | NamedVideo)[];
  readonly children?: ReactNode;
}

function List({ title, videos, children, menuOf }: ListProps) {
  return (
    <Section isPart title={title}>
      <ul className="space-y-3">
        {videos.map((video) => (
          <li key={video.id} className="relative">
            <Row video={video} hasMenu={menuOf !== undefined} />
            {menuOf && <div className="absolute -end-2 top-0">{menuOf(video)}</div>}
          </li>
        ))}
      </ul>
      {children && <p className="mt-4 text-sm">{children}</p>}
    </Section>
  );
}

interface RowProps {
  readonly video: Video | NamedVideo;
  readonly hasMenu: boolean;
}

function Row({ video, hasMenu }: RowProps) {
  const { id, username, title, views, created_at } = video;
  const age = useAge(created_at);
  return (
    <Link to={paths.video(username, id)} className="group flex gap-3 rounded-card">
      <div className="w-[45%] max-w-40 shrink-0">
        <VideoThumbnail video={video} />
      </div>
      <div className="min-w-0">
        <h3
          dir="auto"
          className={`line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:text-accent ${hasMenu ? 'pe-9' : ''}`}
        >
          {title}
        </h3>
        {'display_name' in video && (
          <p dir="auto" className="mt-1 truncate text-xs text-soft">
            {video.display_name}
          </p>
        )}
        <p className="mt-1 text-xs text-soft">
          {viewsText(views)} · {age}
        </p>
      </div>
    </Link>
  );
}
