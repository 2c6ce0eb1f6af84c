import { useInfiniteQuery } from '@tanstack/react-query';
import { Film, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Channel } from '../../../../shared/streamers.ts';
import type { Video } from '../../../../shared/videos.ts';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureState } from '../../ui/failure-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/loading.tsx';
import { OwnerMenu } from './owner-menu.tsx';
import { channelVideosQuery } from './videos.queries.ts';
import { VideoGrid, VideoGridSkeleton } from './video-grid.tsx';
import { videosOf } from './videos-of.ts';

interface ChannelVideosProps {
  readonly channel: Pick<Channel, 'id' | 'display_name' | 'is_live'>;
  readonly isOwn: boolean;
}

/** A channel's section "Videos". */
export function ChannelVideos({ channel, isOwn }: ChannelVideosProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex min-h-9 items-center justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          Videos
        </h2>
        {isOwn && (
          <ButtonLink to={paths.upload()} variant="secondary" size="sm">
            <Upload aria-hidden="true" className="size-4" />
            Upload video
          </ButtonLink>
        )}
      </div>
      <Pages channel={channel} isOwn={isOwn} />
    </section>
  );
}

function Pages({ channel, isOwn }: ChannelVideosProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(channelVideosQuery(channel.id, useHasJustEnded(channel.is_live)));
  if (list.isPending) {
    return (
      <Loading>
        <VideoGridSkeleton />
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <FailureState
        title="The videos could not be loaded"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const videos = videosOf(list.data.pages);
  if (videos.length === 0) return <NoVideos name={isOwn ? null : channel.display_name} />;
  return (
    <div ref={box}>
      <VideoGrid videos={videos} {...(isOwn && { menuOf: ownerMenuOf })} />
      <LoadMore what="videos" shown={videos.length} box={box} list={list} />
    </div>
  );
}

const ownerMenuOf = (video: Video) => <OwnerMenu video={video} />;

/** By then the replay of a stream is there. */
const REPLAY_WITHIN_MS = 60_000;

/** Whether the channel went offline a moment ago. */
function useHasJustEnded(isLive: boolean): boolean {
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  const hasEnded = wasLive && !isLive;
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setTimeout(() => setWasLive(false), REPLAY_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [hasEnded]);
  return hasEnded;
}

/** `name`: whose channel it is; `null`: the reader's own. */
function NoVideos({ name }: { readonly name: string | null }) {
  return (
    <div className="flex items-center gap-4 rounded-lg border border-dashed border-line px-5 py-6 text-soft">
      <Film aria-hidden="true" className="size-6 shrink-0 text-accent" />
      <p>
        {name === null
          ? 'Your uploads and the replays of your streams will be here.'
          : `${name} has not published any videos yet.`}
      </p>
    </div>
  );
}
