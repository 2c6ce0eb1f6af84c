import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useRef } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { NO_PLAYING_DATE, Player, type GetPlayingDate } from '../../features/player/live/player.tsx';
import { usePresence } from '../../features/presence/presence.reporter.ts';
import { streamerQuery } from '../../features/streamers/streamers.queries.ts';
import { useChannelNews } from '../../features/streamers/use-channel-news.ts';
import { TileControl } from '../../features/wall/tile-control.tsx';
import { useSession } from '../../lib/api/session/session.ts';
import { TilePlace } from './tile-place.tsx';

/** What the wall wants of a player. */
export type Control = Omit<ComponentProps<typeof TileControl>, 'video' | 'steering' | 'isLooped'>;

interface ChannelTileProps {
  readonly username: string;
  readonly control: Control;
}

/** A channel on the wall: live, or that it is not. */
export function ChannelTile({ username, control }: ChannelTileProps) {
  const query = streamerQuery(username);
  const { data, error } = useQuery(query);
  const { refetchInterval, take } = useChannelNews(username, data?.id);
  useQuery({ ...query, refetchInterval: data ? refetchInterval : false });
  if (!data) return <TilePlace error={error} missing="Nobody has this name." />;
  return <Live key={data.id} channel={data} control={control} onNews={take} />;
}

interface LiveProps {
  readonly channel: Channel;
  readonly control: Control;
  /** Takes in how the channel is, where another request has told that. */
  readonly onNews: (channel: Channel) => void;
}

function Live({ channel, control, onNews }: LiveProps) {
  const isOwn = useSession()?.user.id === channel.id;
  const shownAt = useRef(NO_PLAYING_DATE);
  const tellShownAt = useCallback((tell: GetPlayingDate) => {
    shownAt.current = tell;
  }, []);
  usePresence({ ...channel, is_live: channel.is_live && !isOwn }, { playingDate: shownAt, onAnswer: onNews });
  return (
    <Player
      channel={channel}
      onPlayingDate={tellShownAt}
      hasControls={control.isBig}
      renderTools={({ video, steering }) => (
        <TileControl {...control} video={video} steering={steering} isLooped={false} />
      )}
    />
  );
}
