import { useQuery, useQueryClient } from '@tanstack/react-query';
import { VideoOff } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { channelTitle } from '../../features/channel/channel-title.ts';
import { NO_PLAYING_DATE, type GetPlayingDate } from '../../features/player/live/player.tsx';
import { playerSource } from '../../features/player/live/player.source.ts';
import { usePresence } from '../../features/presence/presence.reporter.ts';
import { streamerQuery } from '../../features/streamers/streamers.queries.ts';
import { LIVE_PICTURE_MS, thumbnailSources } from '../../features/streamers/stream-thumbnail.tsx';
import { useLiveChannel } from '../../features/streamers/use-live-channel.ts';
import { useNow } from '../../lib/hooks/browser-hooks.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { paths } from '../../lib/paths.ts';
import { LiveBadge } from '../../ui/badge.tsx';
import type { EmbedOptions } from './embed-address.ts';
import { EmbedFrame, EmbedLoaded, EmbedPicture, EmbedPoster } from './embed-frame.tsx';
import { isBadAddress } from '../../ui/states/loaded.tsx';

const Player = onDemand(() => import('../../features/player/live/player.tsx'), 'Player');

const MISSING = { title: 'Channel not found', text: 'Nobody has this name, or it is not shown now.' };

interface EmbeddedChannelProps {
  readonly username: string;
  readonly options: EmbedOptions;
}

/** An embedded channel, which switches between live and offline. */
export function EmbeddedChannel({ username, options }: EmbeddedChannelProps) {
  const cache = useQueryClient();
  const known = cache.getQueryData(streamerQuery(username).queryKey);
  const { refetchInterval, updateChannel } = useLiveChannel(username, known?.id);
  const query = useQuery({
    ...streamerQuery(username),
    refetchInterval: ({ state }) => (state.data && !isBadAddress(state.error) ? refetchInterval : false),
  });
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
  const playingDate = useRef(NO_PLAYING_DATE);
  const setPlayingDate = useCallback((getPlayingDate: GetPlayingDate) => {
    playingDate.current = getPlayingDate;
  }, []);
  // Counts viewers only after a press.
  usePresence(
    { ...channel, is_live: channel.is_live && isStarted },
    { playingDate: playingDate, onAnswer: onNews },
  );
  const nowMs = useNow(LIVE_PICTURE_MS);
  const source = playerSource(channel).name;
  const title = channelTitle(channel);
  // Keeps the player for buffered video after the end.
  const [hasPlayed, setHasPlayed] = useState(false);
  if (source === 'live' && isStarted && !hasPlayed) setHasPlayed(true);
  return (
    <EmbedFrame title={title} href={paths.channel(channel.username)}>
      {source === 'embed' || hasPlayed ? (
        <Player channel={channel} isMuted={options.isMuted} onPlayingDate={setPlayingDate} />
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
        <p className="max-w-full truncate text-lg font-semibold">{channel.display_name} is offline</p>
        <p className="text-center text-sm text-white/80">The player starts when the channel is live.</p>
      </div>
    </>
  );
}
