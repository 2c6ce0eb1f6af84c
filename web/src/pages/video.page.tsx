import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { Channel } from '../../../shared/streamers.ts';
import type { Video } from '../../../shared/videos.ts';
import { paths } from '../app/paths.ts';
import { BellButton } from '../features/follows/bell-button.tsx';
import { FollowButton } from '../features/follows/follow-button.tsx';
import { useFollow } from '../features/follows/use-follow.ts';
import { VideoPlayer } from '../features/player/video-player.tsx';
import { streamerQuery } from '../features/streamers/streamers.queries.ts';
import { MoreVideos } from '../features/videos/more-videos.tsx';
import { OwnerMenu } from '../features/videos/owner-menu.tsx';
import { VideoAbout } from '../features/videos/video-about.tsx';
import { VideoPending } from '../features/videos/video-pending.tsx';
import { countView, videoQuery } from '../features/videos/videos.queries.ts';
import { ApiFailure } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureState } from '../ui/failure-state.tsx';
import { Loading } from '../ui/loading.tsx';

/** An id that is none is answered as a bad request. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

/** /channel/{username}/video/{id}: one video of a channel. */
export function VideoPage() {
  const { username = '', id = '' } = useParams();
  const { data, error, isPending, isFetching, refetch } = useQuery(videoQuery(id));
  useDocumentTitle(isMissing(error) ? 'Video not found' : data?.title);

  if (isMissing(error)) return <VideoMissing username={username} />;
  // The address has one form, whatever channel somebody wrote into it.
  if (data && data.username !== username) return <Navigate to={paths.video(data.username, id)} replace />;
  if (data) return <VideoView key={data.id} video={data} />;
  if (isPending) return <Loading />;
  return (
    <FailureState
      title="The video could not be loaded."
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function VideoView({ video }: { readonly video: Video }) {
  const { data: channel } = useQuery(streamerQuery(video.username));
  const displayName = channel?.display_name ?? video.username;
  return (
    <div className="flex flex-col gap-6 lg:grid lg:has-[>section]:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-5">
        <div className="-mx-4 -mt-4 sm:mx-0 sm:mt-0">
          {video.status === 'ready' && video.playback_url !== null ? (
            <VideoPlayer video={video} url={video.playback_url} onWatched={() => void countView(video)} />
          ) : (
            <VideoPending video={video} />
          )}
        </div>
        <VideoAbout video={video} displayName={displayName} avatar={channel?.avatar ?? ''}>
          {channel && <Buttons channel={channel} video={video} />}
        </VideoAbout>
      </div>
      <MoreVideos video={video} displayName={displayName} />
    </div>
  );
}

function Buttons({ channel, video }: { readonly channel: Channel; readonly video: Video }) {
  const navigate = useNavigate();
  const isOwn = useSession()?.user.id === channel.id;
  const follow = useFollow(channel);
  if (isOwn) {
    return <OwnerMenu video={video} onDeleted={() => void navigate(paths.channel(channel.username))} />;
  }
  return (
    <>
      <FollowButton follow={follow} name={channel.display_name} />
      <BellButton channel={channel} isFollowing={follow.isFollowing} />
    </>
  );
}

function VideoMissing({ username }: { readonly username: string }) {
  return (
    <EmptyState
      level={1}
      icon={<SearchX className="size-6" />}
      title="Video not found"
      action={
        <ButtonLink variant="secondary" to={paths.channel(username)}>
          Go to the channel
        </ButtonLink>
      }
    >
      It may have been deleted, or is not ready yet.
    </EmptyState>
  );
}
