import { type ReactNode, useEffect, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useEnded } from '#web/lib/hooks/use-ended.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import {
  type OwnSound,
  PlayerFrame,
  SoundCover,
  VideoElement,
  type RenderTools,
  useSound,
  useTools,
} from '../player-frame.tsx';
import { ConnectionNotice, PlayerNotice } from './player-notice.tsx';
import { isLiveState } from './player.machine.ts';
import { embedUrl, type RecordedChannel } from './player-source.ts';
import { usePlayer } from './use-player.ts';
import { t } from '#web/lib/i18n/messages.ts';

// Loaded with the first picture, because an offline channel needs no controls.
const Controls = overlayOnDemand(() => import('../controls/controls.tsx'), 'Controls');

interface PlayerProps extends OwnSound {
  readonly channel: Pick<Channel, 'is_live' | 'video_url' | 'ingest' | 'title' | 'display_name'> &
    RecordedChannel;
  /** Whether it starts muted: specification §2. Browsers that refuse sound mute it anyway. @default true */
  readonly isMuted?: boolean;
  /** Gets a function that returns the capture date of the current picture; `null` while there is none or it is paused. */
  readonly onPlayingDate?: (getDate: GetPlayingDate) => void;
  readonly renderTools?: RenderTools;
  /** @default true */
  readonly hasControls?: boolean;
  /** Rendered below the message that the channel is offline. */
  readonly whileOffline?: ReactNode;
}

type GetPlayingDate = () => Date | null;
const NO_PLAYING_DATE: GetPlayingDate = () => null;

/** A channel's player area: specification §2 (Channel). Tests read its state from `data-…` attributes. */
export function Player({
  channel,
  isMuted: startsMuted = true,
  onPlayingDate,
  renderTools,
  hasControls = true,
  sound,
  onSound,
  whileOffline,
}: PlayerProps) {
  const { state, video, setVideo, steering, setSoundAlone } = usePlayer(channel);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useSound(video, true, { sound, onSound });
  useEffect(() => {
    if (!onPlayingDate || !video || !steering?.live) return;
    const { live } = steering;
    onPlayingDate(() => (video.paused ? null : live.playingDate()));
    return () => onPlayingDate(NO_PLAYING_DATE);
  }, [onPlayingDate, steering, video]);
  const title = channel.title || channel.display_name;
  const hasEnded = useEnded(channel) !== null;
  const isInterrupted = !channel.is_live && channel.ingest === 'waiting';
  const isVisible = state.name === 'playing' || state.name === 'stalled';
  const listen = (isOn: boolean) => {
    // Switching to the sound alone also unmutes it.
    if (isOn) unmute(video);
    setSoundAlone(isOn);
  };
  const stage = { video, frame, steering, setSoundAlone };
  const { bar, content } = useTools(renderTools, stage, isVisible);
  return (
    <>
      <PlayerFrame ref={setFrame} state={state.name} stalls={isLiveState(state) ? state.stalls : 0}>
        {isLiveState(state) && (
          <VideoElement
            ref={setVideo}
            url={state.url}
            muted={sound?.isMuted ?? startsMuted}
            autoPlay
            playsInline
            aria-label={title}
            className="absolute inset-0 size-full bg-black object-contain"
          />
        )}
        {isLiveState(state) && isVisible && state.isSoundAlone && (
          <SoundAlone isPlaying={state.name === 'playing'} onPicture={() => listen(false)} />
        )}
        {/* Only with a picture: the controls have no effect while the notice covers it. */}
        {hasControls && isLiveState(state) && isVisible && video && frame && (
          <Controls
            video={video}
            url={state.url}
            frame={frame}
            steering={steering}
            isLive
            keepsSound={!onSound}
            toolsRef={bar}
          />
        )}
        {state.name === 'embed' && (
          <iframe
            src={embedUrl(state.videoId)}
            title={title}
            // YouTube needs its scripts and its origin. The origin differs from ours, so it cannot remove the sandbox.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="absolute inset-0 size-full border-0"
          />
        )}
        {isLiveState(state) && (isVisible || state.name === 'dry') && (
          <ConnectionNotice state={state} steering={steering} onSoundAlone={listen} />
        )}
        <PlayerNotice
          state={state}
          after={isInterrupted ? 'interrupted' : hasEnded ? 'ended' : null}
          onSoundAlone={listen}
          whileOffline={whileOffline}
        />
      </PlayerFrame>
      {content}
    </>
  );
}

function unmute(video: HTMLVideoElement | null): void {
  if (video) video.muted = false;
}

interface SoundAloneProps {
  readonly isPlaying: boolean;
  readonly onPicture: () => void;
}

/** Replaces the picture while the viewer listens to the sound alone. */
function SoundAlone({ isPlaying, onPicture }: SoundAloneProps) {
  return (
    <>
      <SoundCover isPlaying={isPlaying} />
      <div className="absolute inset-x-3 top-1/2 z-notice flex -translate-y-1/2 flex-col items-center gap-3 pt-24 text-center">
        <p className="font-semibold">{t('player.audioOnly')}</p>
        <button
          type="button"
          onClick={onPicture}
          className="h-10 rounded-full bg-white/15 px-4 text-sm font-semibold text-white hover:bg-white/25 focus-visible:outline-white"
        >
          {t('player.showVideo')}
        </button>
      </div>
    </>
  );
}
