import { type ReactNode, useEffect, useState } from 'react';
import type { Channel } from '../../../../../shared/channels/streamers.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { isLiveState } from './player.machine.ts';
import { embedUrl } from './player.source.ts';
import { PlayerFrame } from '../player-frame.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { SoundAlone } from './sound-alone.tsx';
import { type RenderTools, useTools } from '../tools.tsx';
import { useFreezes } from './freezes.ts';
import { usePlayer } from './use-player.ts';

// Comes with the first picture: a channel that is offline needs none.
const Controls = onDemand(() => import('../controls/controls.tsx'), 'Controls', { isOverlay: true });

interface PlayerProps {
  readonly channel: Pick<Channel, 'is_live' | 'video_url' | 'ingest' | 'title' | 'display_name'>;
  /** Whether it starts without sound: specification §2. What a browser does not let be heard does so anyway. @default true */
  readonly isMuted?: boolean;
  /** Is given what tells when the picture was made that is shown: nobody knows where none is, or it stands. */
  readonly onShownAt?: (shownAt: ShownAt) => void;
  readonly renderTools?: RenderTools;
  /** @default true */
  readonly hasControls?: boolean;
  /** Below the words that say that the channel is offline. */
  readonly whileOffline?: ReactNode;
}

export type ShownAt = () => Date | null;
export const NOTHING_SHOWN: ShownAt = () => null;

/** A channel's player area: specification §2 (Channel). `data-…` tell tests how it goes. */
export function Player({
  channel,
  isMuted = true,
  onShownAt,
  renderTools,
  hasControls = true,
  whileOffline,
}: PlayerProps) {
  const { state, video, setVideo, steering, setSoundAlone } = usePlayer(channel);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const freezes = useFreezes(video);
  useEffect(() => {
    if (!onShownAt || !video || !steering?.live) return;
    const { live } = steering;
    onShownAt(() => (video.paused ? null : live.shownAt()));
    return () => onShownAt(NOTHING_SHOWN);
  }, [onShownAt, steering, video]);
  const title = channel.title || channel.display_name;
  const isShown = state.name === 'playing' || state.name === 'stalled';
  const listen = (isOn: boolean) => {
    // Whoever asks for the sound wants to hear it.
    if (isOn) unmute(video);
    setSoundAlone(isOn);
  };
  const { bar, shown } = useTools(renderTools, { video, frame, steering, isShown, setSoundAlone });
  return (
    <>
      <PlayerFrame
        ref={setFrame}
        state={state.name}
        stalls={isLiveState(state) ? state.stalls : 0}
        freezes={freezes}
      >
        {isLiveState(state) && (
          // Nobody has written captions; an empty track would promise some.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            ref={setVideo}
            muted={isMuted}
            autoPlay
            playsInline
            aria-label={title}
            className="absolute inset-0 size-full bg-black object-contain"
          />
        )}
        {isLiveState(state) && isShown && state.isSoundAlone && (
          <SoundAlone isPlaying={state.name === 'playing'} onPicture={() => listen(false)} />
        )}
        {/* Only with a picture: while the notice covers it they would have nothing to act on. */}
        {hasControls && isShown && video && frame && (
          <Controls video={video} frame={frame} steering={steering} isLive toolsRef={bar} />
        )}
        {state.name === 'embed' && (
          <iframe
            src={embedUrl(state.videoId)}
            title={title}
            // YouTube needs both its scripts and its origin; not being ours, that origin cannot lift the sandbox.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="absolute inset-0 size-full border-0"
          />
        )}
        {isLiveState(state) && isShown && (
          <ConnectionNotice state={state} steering={steering} onSoundAlone={listen} />
        )}
        <PlayerNotice state={state} onSoundAlone={listen} whileOffline={whileOffline} />
      </PlayerFrame>
      {shown}
    </>
  );
}

function unmute(video: HTMLVideoElement | null): void {
  if (video) video.muted = false;
}
