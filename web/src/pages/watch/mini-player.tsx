/** The mini player: continues a channel or video in the corner while the viewer browses. */
import { Pause, Play, Volume2, VolumeX, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '#web/ui/links/link.tsx';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { showInCorner } from '#web/lib/corner.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { paths } from '#web/lib/paths.ts';
import type { Sound, Stage } from '#web/lib/player-stage.ts';
import { usePresence } from '#web/features/presence/presence.reporter.ts';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { keepSound } from '#web/features/player/engine/preferences.ts';
import { Player } from '#web/features/player/live/player.tsx';
import { type VideoPosition, VideoPlayer } from '#web/features/player/video/video-player.tsx';
import { BroadcastNotes } from '#web/features/library/broadcast-notes.tsx';
import { VideoNotes } from '#web/features/library/video-notes.tsx';
import { useSession } from '#web/lib/api/session/session.ts';

/** Screens with a player or a broadcast of their own. */
const HAS_PLAYER =
  /^\/(channel\/[^/]+(\/video\/.*|\/chat)?|clip\/.*|wall|go-live.*|captions\/.*|videos\/.*)$/;

/** Screens whose player fills the screen with the document. */
const HAS_LARGE_PLAYER = /^\/channel\/[^/]+(\/video\/[^/]+)?$/;

const close = (): void => showInCorner(null);

/** Moves what plays into the corner when the viewer leaves this screen, unless it is paused. */
export function useMiniPlayer(video: HTMLVideoElement | null, render: (sound: Sound) => ReactNode): void {
  const { pathname } = useLocation();
  const latest = useRef(render);
  useLayoutEffect(() => void (latest.current = render));
  useEffect(close, []);
  useLayoutEffect(() => {
    if (!video) return;
    return () => {
      const next = window.location.pathname;
      if (document.fullscreenElement && !HAS_LARGE_PLAYER.test(next))
        document.exitFullscreen().catch(() => undefined);
      const isLeft = next !== pathname && !HAS_PLAYER.test(next);
      if (isLeft && !video.paused && !video.ended) showInCorner(latest.current(soundOf(video)));
    };
  }, [video, pathname]);
}

const soundOf = ({ volume, muted }: HTMLVideoElement): Sound => ({ volume, isMuted: muted });

interface MiniChannelProps {
  readonly username: string;
  /** Broadcasters do not count as viewers. */
  readonly isViewer: boolean;
  /** Of the page's player, which it continues. */
  readonly sound: Sound;
}

/** A live channel, until it goes offline. An interrupted one may go on. */
export function MiniChannel({ username, isViewer, sound }: MiniChannelProps) {
  const { query, updateChannel } = useLiveChannel(username);
  const { data: channel } = query;
  const isOver = channel ? !channel.is_live && channel.ingest !== 'waiting' : query.isError;
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  return channel && <LiveInCorner {...{ channel, isViewer, sound, updateChannel }} />;
}

interface LiveInCornerProps extends Omit<MiniChannelProps, 'username'> {
  readonly channel: Channel;
  readonly updateChannel: (channel: Channel) => void;
}

function LiveInCorner({ channel, isViewer, sound, updateChannel }: LiveInCornerProps) {
  const playing = usePresence(channel, isViewer, updateChannel);
  const isSignedIn = useSession() !== null;
  const bar = (stage: Stage) => (
    <Bar {...stage} to={paths.channel(channel.username)} title={channel.title || channel.display_name} />
  );
  return (
    <Corner>
      {isSignedIn && isViewer && channel.is_live && (
        <BroadcastNotes channelId={channel.id} playingDate={playing.date} />
      )}
      <Player
        channel={channel}
        sound={sound}
        hasControls={false}
        onPlayingDate={playing.setDate}
        renderTools={bar}
      />
    </Corner>
  );
}

interface MiniVideoProps {
  readonly video: Video;
  readonly url: string;
  readonly sound: Sound;
}

/** A video, from where it was. */
export function MiniVideo({ video, url, sound }: MiniVideoProps) {
  const isSignedIn = useSession() !== null;
  const player = useRef<VideoPosition>(null);
  const positionS = useCallback(() => player.current?.positionS() ?? 0, []);
  const bar = (stage: Stage) => (
    <Bar {...stage} to={paths.video(video.username, video.id)} title={video.title} />
  );
  return (
    <Corner>
      {isSignedIn && <VideoNotes video={video} positionS={positionS} />}
      <VideoPlayer
        video={video}
        url={url}
        start={null}
        ref={player}
        sound={sound}
        {...(sound.isMuted && { muting: 'always' })}
        hasControls={false}
        onWatched={() => undefined}
        renderTools={bar}
      />
    </Corner>
  );
}

function Corner({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isHidden = HAS_PLAYER.test(pathname);
  useEffect(() => {
    if (isHidden) close();
  }, [isHidden]);
  if (isHidden) return null;
  return (
    <section
      aria-label={t('player.mini')}
      className="fixed end-3 bottom-3 z-bar w-52 overflow-hidden rounded-card bg-player text-white shadow-popup sm:end-4 sm:bottom-4 sm:w-80"
    >
      {children}
    </section>
  );
}

interface BarProps extends Stage {
  readonly to: string;
  readonly title: string;
}

/** Below the picture, which is a link to its page. */
function Bar({ video, to, title }: BarProps) {
  const { isPaused, isMuted } = useElement(video);
  return (
    <>
      <Link
        to={to}
        aria-label={t('player.expandMini', { title })}
        className="absolute inset-x-0 top-0 aspect-video rounded-t-card focus-visible:outline-offset-[-3px] focus-visible:outline-white"
      />
      <div className="flex items-center">
        <MiniButton
          label={isPaused ? t('player.playVideo') : t('player.pauseVideo')}
          onClick={() => video && togglePlay(video)}
        >
          {isPaused ? <Play className="size-5 fill-current" /> : <Pause className="size-5 fill-current" />}
        </MiniButton>
        <MiniButton
          label={isMuted ? t('player.unmuteMini') : t('player.muteMini')}
          onClick={() => video && toggleMute(video)}
        >
          {isMuted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
        </MiniButton>
        <p dir="auto" className="min-w-0 flex-1 truncate px-1 text-sm">
          {title}
        </p>
        <MiniButton label={t('player.closeMini')} onClick={close}>
          <X className="size-5" />
        </MiniButton>
      </div>
    </>
  );
}

interface MiniButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const MiniButton = ({ label, onClick, children }: MiniButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="grid size-control-md shrink-0 place-items-center hover:bg-white/15 focus-visible:outline-offset-[-3px] focus-visible:outline-white"
  >
    {children}
  </button>
);

function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
  keepSound({ isMuted: video.muted });
}

function useElement(video: HTMLVideoElement | null) {
  const [state, setState] = useState({ isPaused: false, isMuted: false });
  useEffect(() => {
    if (!video) return;
    const read = () => setState({ isPaused: video.paused, isMuted: video.muted });
    read();
    return endAll(['play', 'pause', 'volumechange'].map((event) => listen(video, event, read)));
  }, [video]);
  return state;
}
