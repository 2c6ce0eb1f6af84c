import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Video } from '../../../../shared/videos.ts';
import { paths } from '../../app/paths.ts';
import { countOf } from '../../lib/format.ts';
import { formatAge } from '../../lib/format-media.ts';
import { useNow } from '../../lib/use-now.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { channelVideosQuery } from './videos.queries.ts';
import { VideoThumbnail } from './video-thumbnail.tsx';
import { videosOf } from './videos-of.ts';

interface MoreVideosProps {
  /** The one that is shown already. */
  readonly video: Pick<Video, 'id' | 'channel_id' | 'username'>;
  readonly displayName: string;
}

const SHOWN = 10;
const AGES_CHANGE_EVERY_MS = 60_000;

/** Further videos of a channel, in a row beside the player; nothing where there are none. */
export function MoreVideos({ video, displayName }: MoreVideosProps) {
  const titleId = useId();
  const nowMs = useNow(AGES_CHANGE_EVERY_MS);
  const { data } = useInfiniteQuery(channelVideosQuery(video.channel_id));
  const others = videosOf(data?.pages ?? [])
    .filter(({ id, status, visibility }) => id !== video.id && status === 'ready' && visibility === 'public')
    .slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-lg font-semibold">
        More from {displayName}
      </h2>
      <ul className="space-y-3">
        {others.map((other) => (
          <li key={other.id}>
            <Row video={other} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm">
        <TextLink to={paths.channel(video.username)}>All videos</TextLink>
      </p>
    </section>
  );
}

function Row({ video, nowMs }: { readonly video: Video; readonly nowMs: number }) {
  const { id, username, title, views, created_at } = video;
  return (
    <Link to={paths.video(username, id)} className="group flex gap-3 rounded-lg">
      <div className="w-40 shrink-0">
        <VideoThumbnail video={video} />
      </div>
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:text-accent">{title}</h3>
        <p className="mt-1 text-xs text-soft">{countOf(views, 'view')}</p>
        <p className="text-xs text-soft">{formatAge(created_at, nowMs)}</p>
      </div>
    </Link>
  );
}
