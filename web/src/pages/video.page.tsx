import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { chaptersOf } from '#shared/plain/videos/chapters.ts';
import type { Video } from '#shared/videos/videos.ts';
import { onDemand, overlayOnDemand } from '#web/ui/on-demand.tsx';
import { paths } from '#web/lib/paths.ts';
import { BellButton } from '#web/features/follows/bell-button.tsx';
import { LikeButton } from '#web/features/library/like-button.tsx';
import { usePlayingAddress } from '#web/features/library/playlists/use-playing-address.ts';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { FULL_CHAT } from '#web/features/player/commands/full-screen.ts';
import { useAfterFirstPlayer } from '#web/features/player/player-frame.tsx';
import { FollowButton, useFollow } from '#web/features/follows/use-follow.tsx';
import { type Start, type VideoPosition, VideoPlayer } from '#web/features/player/video/video-player.tsx';
import { ReportMenu } from '#web/features/moderation/reports/report-menu.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { MoreVideos } from '#web/features/videos/lists/more-videos.tsx';
import { OwnerMenu } from '#web/features/videos/edit/owner-menu.tsx';
import { ChapterList } from '#web/features/videos/watch/chapter-list.tsx';
import { ShareVideo } from '#web/features/videos/watch/share-video.tsx';
import { VideoAbout } from '#web/features/videos/watch/video-about.tsx';
import { VideoPending } from '#web/features/videos/watch/video-pending.tsx';
import { videoQuery } from '#web/features/videos/videos.queries.ts';
import { countView } from '#web/features/videos/watch/count-view.ts';
import { usePlayed } from '#web/features/videos/watch/use-played.ts';
import { fromPage, pageData } from '#web/lib/page-data.ts';
import { parsePlayTime } from '#web/lib/media/play-time.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle, useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { isBadAddress, Loaded } from '#web/ui/states/loaded.tsx';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { playIn } from './watch/play-in.ts';
import { readSpeedChapters } from './watch/speed-chapters.ts';
import { t } from '#web/lib/i18n/messages.ts';

const FansInSight = onDemand(() => import('./watch/fans-in-sight.tsx'), 'FansInSight', { isOptional: true });

const CommentsBelow = onDemand(() => import('./watch/comments-below.tsx'), 'CommentsBelow', {
  isOptional: true,
});

const OwnFans = onDemand(() => import('./watch/own-fans.tsx'), 'OwnFans');
const fansOf = (video: Video) => <OwnFans of={video} />;

const VideoTools = overlayOnDemand(() => import('./watch/player-tools.tsx'), 'VideoTools');

const NextVideo = onDemand(() => import('#web/features/videos/watch/next-video.tsx'), 'NextVideo', {
  isOptional: true,
});

const NextInPlaylist = onDemand(() => import('./watch/next-in-playlist.tsx'), 'NextInPlaylist', {
  isOptional: true,
});

const PlayingList = onDemand(
  () => import('#web/features/library/playlists/playing-list.tsx'),
  'PlayingList',
  { isOptional: true },
);

const Transcript = onDemand(() => import('#web/features/videos/watch/transcript.tsx'), 'Transcript', {
  isOptional: true,
});

const RecordedChat = onDemand(() => import('./chat/recorded-chat.tsx'), 'RecordedChat');

const VideoLibrary = onDemand(() => import('#web/features/library/video-library.tsx'), 'VideoLibrary', {
  isOptional: true,
});

const RemovalNotes = onDemand(
  () => import('#web/features/moderation/reports/removal-notes.tsx'),
  'RemovalNotes',
);

/** /channel/{username}/video/{id} */
export function VideoPage() {
  const { username = '', id = '' } = useParams();
  const page = pageData();
  const query = useQuery({ ...videoQuery(id), ...fromPage(page?.video?.id === id && page.video) });
  const { data, error } = query;
  useDocumentTitle(isBadAddress(error) ? t('video.notFound') : data?.title);
  useAfterFirstPlayer(!query.isPending);

  if (isBadAddress(error)) return <VideoMissing username={username} />;
  // Redirects a wrong username.
  if (data && data.username !== username) return <ToItsChannel video={data} />;
  return (
    <Loaded query={query} failure={t('video.loadFailed')}>
      {(video) => <VideoView key={video.id} video={video} />}
    </Loaded>
  );
}

/** Keeps the start of the address. */
function ToItsChannel({ video: { username, id } }: { readonly video: Video }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: paths.video(username, id), search }} replace />;
}

/** The start position of the address. A new object per navigation, so that repeated links seek again. */
function useStart({ duration_s }: Video): Start | null {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const atS = parsePlayTime(params.get('t'));
  const isPlace = atS !== null && atS < (duration_s ?? 0);
  return useMemo(() => (isPlace ? { atS, key } : null), [isPlace, atS, key]);
}

function VideoView({ video }: { readonly video: Video }) {
  const page = pageData();
  const { data: channel } = useQuery({
    ...channelQuery(video.username),
    ...fromPage(page?.video?.id === video.id && page.channel),
  });
  const userId = useSession()?.user.id;
  const isOwn = userId === video.channel_id;
  const linked = useStart(video);
  const [continued, setContinued] = useState<Start | null>(null);
  const start = linked ?? continued;
  const continueAt = (atS: number) => linked || setContinued({ atS });
  const player = useRef<VideoPosition>(null);
  const displayName = channel?.display_name ?? video.username;
  const chapters = chaptersOf(video.description, video.duration_s ?? 0);
  const menus = useSaveMenus();
  const playing = usePlayingAddress();
  const [chat] = useSetting(FULL_CHAT);
  const positionS = useCallback(() => player.current?.positionS() ?? 0, []);
  const reportPlayed = usePlayed(video, positionS);
  const onWatched = () => {
    void countView(video);
    // The owner is no viewer.
    if (!isOwn) reportPlayed();
  };
  return (
    <div
      data-theater-page={chat === null ? 'chat' : 'alone'}
      className="flex flex-col gap-(--page-gap) theater:flex lg:grid lg:has-[>:last-child:not(:empty)]:grid-cols-[minmax(0,1fr)_var(--video-panel)]"
    >
      <div className="min-w-0 space-y-5">
        <div className="max-sm:page-bleed theater:page-bleed">
          {/* The CDN denies the files of a removed video. */}
          {!video.is_removed &&
            (video.status === 'ready' && video.playback_url !== null ? (
              <VideoPlayer
                video={video}
                url={video.playback_url}
                chapters={chapters}
                start={start}
                ref={player}
                onWatched={onWatched}
                renderEnd={(ended) =>
                  playing ? (
                    <NextInPlaylist playing={playing} currentId={video.id} ended={ended} />
                  ) : (
                    <NextVideo video={video} ended={ended} />
                  )
                }
                renderTools={(stage) => <VideoTools stage={stage} video={video} />}
              />
            ) : (
              <VideoPending video={video} />
            ))}
        </div>
        {isOwn && video.is_removed && (
          <RemovalNotes id={video.id} otherwise={t('video.hiddenBySuspension')} />
        )}
        <VideoAbout video={video} displayName={displayName} avatar={channel?.avatar ?? ''} isOwn={isOwn}>
          {channel && <Buttons channel={channel} video={video} isOwn={isOwn} />}
          {video.status === 'ready' && (
            <LikeButton liked={{ kind: 'video', id: video.id }} likes={video.likes} />
          )}
          {userId && video.status === 'ready' && (
            <VideoLibrary video={video} positionS={positionS} onContinue={continueAt} />
          )}
          {video.status === 'ready' && <ShareVideo video={video} positionS={positionS} />}
        </VideoAbout>
        {chapters.length > 0 && <ChapterList video={video} chapters={chapters} />}
        {video.captions && !video.is_removed && (
          <Transcript video={video} captions={video.captions} positionS={positionS} />
        )}
      </div>
      {/* Last on a phone, to avoid jumps. */}
      <div className="min-w-0 space-y-8 empty:hidden max-lg:order-last lg:col-start-1 lg:row-start-2">
        <FansInSight
          showing={{ kind: 'video', id: video.id }}
          username={video.username}
          title={t('video.fansInThisVideo')}
        />
        {video.status === 'ready' && !video.is_removed && (
          <CommentsBelow
            subject={{
              kind: 'video',
              id: video.id,
              channelId: video.channel_id,
              page: paths.video(video.username, video.id),
              durationS: video.duration_s ?? 0,
            }}
            isOwn={isOwn}
          />
        )}
      </div>
      {/* Beside the picture on a wide screen. */}
      <div className="min-w-0 space-y-8 empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {playing && <PlayingList playing={playing} currentId={video.id} />}
        {video.kind === 'replay' && video.status === 'ready' && (
          <RecordedChat
            videoId={video.id}
            channelId={video.channel_id}
            streamer={video.username}
            placeS={positionS}
          />
        )}
        <MoreVideos video={video} displayName={displayName} {...menus} />
      </div>
    </div>
  );
}

interface ButtonsProps {
  readonly channel: Channel;
  readonly video: Video;
  readonly isOwn: boolean;
}

function Buttons({ channel, video, isOwn }: ButtonsProps) {
  const navigate = useNavigate();
  const follow = useFollow(channel);
  if (isOwn) {
    const leave = () => void navigate(paths.channel(channel.username));
    return <OwnerMenu {...{ video, fansOf, playIn, readSpeedChapters }} onDeleted={leave} />;
  }
  return (
    <>
      <FollowButton follow={follow} name={channel.display_name} />
      <BellButton channel={channel} isFollowing={follow.isFollowing} />
      <ReportMenu
        of={video.title}
        reportables={[{ kind: 'video', id: video.id, name: video.title, command: t('video.report') }]}
      />
    </>
  );
}

const VideoMissing = ({ username }: { readonly username: string }) => (
  <MissingPage title={t('video.notFound')} to={paths.channel(username)} action={t('channel.goToChannel')}>
    {t('video.notFoundHint')}
  </MissingPage>
);
