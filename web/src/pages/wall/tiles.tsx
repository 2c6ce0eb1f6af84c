import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { Player } from '#web/features/player/live/player.tsx';
import { type VideoPosition, VideoPlayer } from '#web/features/player/video/video-player.tsx';
import { usePresence } from '#web/features/presence/presence.reporter.ts';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { videoQuery } from '#web/features/videos/videos.queries.ts';
import { countView } from '#web/features/videos/watch/count-view.ts';
import { TileControl } from '#web/features/wall/tile-control.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { isBadAddress } from '#web/ui/states/loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** How a tile is played. */
type Control = Pick<ComponentProps<typeof Player>, 'sound' | 'onSound'> & { readonly isBig: boolean };

interface ChannelTileProps {
  readonly username: string;
  readonly control: Control;
}

/** A channel on the wall, live or offline. */
export function ChannelTile({ username, control }: ChannelTileProps) {
  const { query, updateChannel } = useLiveChannel(username, { isPolled: ({ data }) => data !== undefined });
  const { data, error } = query;
  if (!data) return <TilePlace error={error} missing={t('tiles.channelMissing')} />;
  return <Live key={data.id} channel={data} control={control} onNews={updateChannel} />;
}

interface LiveProps {
  readonly channel: Channel;
  readonly control: Control;
  readonly onNews: (channel: Channel) => void;
}

function Live({ channel, control: { isBig, ...sound }, onNews }: LiveProps) {
  const isOwn = useSession()?.user.id === channel.id;
  const playing = usePresence(channel, !isOwn, onNews);
  return (
    <Player
      channel={channel}
      onPlayingDate={playing.setDate}
      hasControls={isBig}
      {...sound}
      renderTools={({ video, steering }) => (
        <TileControl video={video} steering={steering} isBig={isBig} isLooped={false} />
      )}
    />
  );
}

interface TilePlaceProps {
  readonly error: unknown;
  readonly missing: string;
}

/** Replaces a player that is loading or missing. */
function TilePlace({ error, missing }: TilePlaceProps): ReactNode {
  return (
    <div
      role="status"
      className="grid aspect-video place-items-center bg-raised px-3 text-center text-sm text-soft sm:rounded-card"
    >
      {isBadAddress(error) ? missing : error ? t('tiles.loadFailed') : ''}
    </div>
  );
}

const MISSING = t('tiles.videoMissing');

interface VideoTileProps {
  readonly id: string;
  readonly control: Control;
}

/** A looping video on the wall. */
export function VideoTile({ id, control: { isBig, ...sound } }: VideoTileProps) {
  const { data, error } = useQuery(videoQuery(id));
  const place = useRef<VideoPosition>(null);
  if (!data) return <TilePlace error={error} missing={MISSING} />;
  if (data.playback_url === null) return <TilePlace error={null} missing={MISSING} />;
  return (
    <VideoPlayer
      video={data}
      url={data.playback_url}
      start={null}
      muting="always"
      ref={place}
      hasControls={isBig}
      {...sound}
      onWatched={() => void countView(data)}
      renderTools={({ video, steering }) => (
        <TileControl video={video} steering={steering} isBig={isBig} isLooped />
      )}
    />
  );
}
