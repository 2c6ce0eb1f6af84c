import type { ReactNode } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { NamedVideo, Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { viewsText } from '#web/lib/i18n/numbers.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { GrowingList, type ListProps } from '#web/ui/states/growing-list.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { FailureReason } from '../failure-reason.tsx';
import { VideoThumbnail } from './video-thumbnail.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// By the container's width, which a chat reduces.
export const COLUMNS = 'grid grid-cols-1 gap-x-4 gap-y-6 @md:grid-cols-2 @3xl:grid-cols-3 @6xl:grid-cols-4';

export interface VideoGridProps {
  readonly videos: readonly (Video | NamedVideo)[];
  readonly level?: 2 | 3;
  /** Whether it is a list of one channel, which includes hidden people. @default false */
  readonly isOfOne?: boolean;
  readonly menuOf?: (video: Video) => ReactNode;
  /** What a card links to within its video. */
  readonly momentOf?: (video: Video) => Moment | undefined;
}

export interface Moment {
  readonly atS: number;
  readonly text?: ReactNode;
}

export function VideoGrid({ videos: all, level = 3, isOfOne = false, menuOf, momentOf }: VideoGridProps) {
  const others = useWithoutHidden(all);
  const videos = isOfOne ? all : others;
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {videos.map((video) => (
          <li key={video.id} className="min-w-0">
            <VideoCard video={video} level={level} menu={menuOf?.(video)} moment={momentOf?.(video)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function VideoGridSkeleton() {
  return (
    <div className="@container">
      <div className={COLUMNS}>
        {[0, 1, 2, 3].map((card) => (
          <VideoCardSkeleton key={card} />
        ))}
      </div>
    </div>
  );
}

type VideoPagesProps = ListProps<Video | NamedVideo> & Omit<VideoGridProps, 'videos'>;

export const VideoPages = ({ list, empty, ...grid }: VideoPagesProps) => (
  <GrowingList failure={t('videos.loadFailed')} skeleton={<VideoGridSkeleton />} list={list} empty={empty}>
    {(videos) => <VideoGrid videos={videos} {...grid} />}
  </GrowingList>
);

interface VideoCardProps {
  /** A named video shows its channel. */
  readonly video: Video | NamedVideo;
  readonly level: 2 | 3;
  readonly menu?: ReactNode;
  readonly moment?: Moment | undefined;
}

export function VideoCard({ video, level, menu, moment }: VideoCardProps) {
  const Heading = `h${level}` as const;
  const { id, username, title, status, views, created_at } = video;
  const age = useAge(created_at);
  const page = paths.video(username, id);
  return (
    <div className="relative">
      <Link to={moment ? `${page}?t=${moment.atS}` : page} className="group block rounded-card">
        <VideoThumbnail video={video} />
        <Heading
          dir="auto"
          className={`mt-3 line-clamp-2 font-semibold wrap-anywhere group-hover:text-accent ${menu ? 'pe-10' : ''}`}
        >
          {title}
        </Heading>
        {'display_name' in video && (
          <p dir="auto" className="truncate text-sm text-soft">
            {video.display_name}
          </p>
        )}
        {status === 'failed' ? (
          <p className="mt-0.5 line-clamp-3 text-sm text-danger">
            <FailureReason video={video} />
          </p>
        ) : (
          <p className="mt-0.5 text-sm text-soft">
            {status === 'ready' && `${viewsText(views)} · `}
            {age}
          </p>
        )}
        {moment?.text && <div className="mt-0.5 text-sm text-soft">{moment.text}</div>}
      </Link>
      {menu && <TitleAction>{menu}</TitleAction>}
    </div>
  );
}

/** Outside of the link, because links must not contain buttons. */
export function TitleAction({ children }: { readonly children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0">
      <div className="aspect-video" />
      <div className="mt-1 -me-2 flex justify-end *:pointer-events-auto">{children}</div>
    </div>
  );
}

function VideoCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mt-2 h-3 w-2/5" />
    </div>
  );
}
