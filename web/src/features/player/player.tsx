import type { Channel } from '../../../../shared/streamers.ts';
import { isLiveState, type LiveState } from './player.machine.ts';
import { embedUrl } from './player.source.ts';
import { PlayerNotice } from './player-notice.tsx';
import { usePlayer } from './use-player.ts';

interface PlayerProps {
  readonly channel: Pick<Channel, 'is_live' | 'video_url' | 'ingest' | 'title' | 'display_name'>;
}

/** A channel's player area: specification §2 (Channel). `data-state` and `data-stalls` tell tests how it goes. */
export function Player({ channel }: PlayerProps) {
  const { state, videoRef } = usePlayer(channel);
  const title = channel.title || channel.display_name;
  return (
    <div
      data-player
      data-state={state.name}
      data-stalls={isLiveState(state) ? state.stalls : 0}
      // On a low screen the title stays in sight beneath it.
      className="relative isolate aspect-video max-h-[max(20rem,calc(100dvh-15rem))] w-full overflow-hidden bg-black text-white sm:rounded-lg"
    >
      {isLiveState(state) && <LiveVideo state={state} title={title} videoRef={videoRef} />}
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
      <PlayerNotice state={state} />
    </div>
  );
}

interface LiveVideoProps {
  readonly state: LiveState;
  readonly title: string;
  readonly videoRef: ReturnType<typeof usePlayer>['videoRef'];
}

function LiveVideo({ state, title, videoRef }: LiveVideoProps) {
  const isShown = state.name === 'playing' || state.name === 'stalled';
  return (
    <video
      ref={videoRef}
      controls
      muted
      autoPlay
      playsInline
      // Out of reach while the notice covers it: its controls would have nothing to act on.
      inert={!isShown}
      aria-label={title}
      className="absolute inset-0 size-full bg-black object-contain"
    />
  );
}
