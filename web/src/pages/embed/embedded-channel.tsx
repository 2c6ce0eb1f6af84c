import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { playerSource } from '#web/features/player/live/player-source.ts';
import { usePresence } from '#web/features/presence/presence.reporter.ts';
import { LIVE_PICTURE_MS, thumbnailSources } from '#web/features/channels/stream-thumbnail.tsx';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { paths } from '#web/lib/paths.ts';
import { LiveBadge } from '#web/ui/badge.tsx';
import type { EmbedOptions } from './embed-address.ts';
import { EmbedFrame, EmbedLoaded, EmbedPicture, EmbedPoster } from './embed-frame.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const Player = onDemand(() => import('#web/features/player/live/player.tsx'), 'Player');

const MISSING = {
  title: t('channel.notFound'),
  text: t('channel.notFoundHint'),
};

interface EmbeddedChannelProps {
  readonly username: string;
  readonly options: EmbedOptions;
}

/** An embedded channel, which switches between live and offline. */
export function EmbeddedChannel({ username, options }: EmbeddedChannelProps) {
  const { query, updateChannel } = useLiveChannel(username);
  return (
    <EmbedLoaded query={query} missing={MISSING}>
      {(channel) => (
        <LivePlayer key={channel.id} channel={channel} options={options} onNews={updateChannel} />
      )}
    </EmbedLoaded>
  );
}

interface LivePlayerProps {
  readonly channel: Channel;
  readonly options: EmbedOptions;
  readonly onNews: (channel: Channel) => void;
}

function LivePlayer({ channel, options, onNews }: LivePlayerProps) {
  const [isStarted, setIsStarted] = useState(options.isAutoplay);
  // Counts viewers only after a press.
  const playing = usePresence(channel, isStarted, onNews);
  const nowMs = useNow(LIVE_PICTURE_MS);
  const source = playerSource(channel).name;
  const title = channel.title || channel.display_name;
  // Keeps the player for buffered video after the end.
  const [hasPlayed, setHasPlayed] = useState(false);
  if (source === 'live' && isStarted && !hasPlayed) setHasPlayed(true);
  return (
    <EmbedFrame title={title} href={paths.channel(channel.username)}>
      {source === 'embed' || hasPlayed ? (
        <Player channel={channel} isMuted={options.isMuted} onPlayingDate={playing.setDate} />
      ) : source === 'live' ? (
        <EmbedPoster
          title={title}
          src={thumbnailSources(channel, nowMs)[0] ?? null}
          badge={<LiveBadge />}
          onPlay={() => setIsStarted(true)}
        />
      ) : (
        <Offline channel={channel} />
      )}
    </EmbedFrame>
  );
}

function Offline({ channel }: { readonly channel: Channel }) {
  return (
    <>
      <EmbedPicture title={channel.username} src={channel.thumbnail_url || null} />
      <div
        role="status"
        className="absolute inset-0 grid place-content-center justify-items-center bg-black/70 px-6"
      >
        <VideoOff aria-hidden="true" className="mb-2 size-8 text-white/70 sm:size-10" />
        <p className="max-w-full truncate text-lg font-semibold">
          {t('embeddedChannel.offline', { displayName: channel.display_name })}
        </p>
        <p className="text-center text-sm text-white/80">{t('embeddedChannel.offlineHint')}</p>
      </div>
    </>
  );
}
