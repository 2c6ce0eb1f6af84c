import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type VideoPlace, VideoPlayer } from '../../features/player/video/video-player.tsx';
import { videoQuery } from '../../features/videos/videos.queries.ts';
import { countView } from '../../features/videos/watch/count-view.ts';
import { TileControl } from '../../features/wall/tile-control.tsx';
import type { Control } from './channel-tile.tsx';
import { TilePlace } from './tile-place.tsx';

const MISSING = 'This video is not there, or not for everybody.';

interface VideoTileProps {
  readonly id: string;
  readonly control: Control;
}

/** A video on the wall, again and again. */
export function VideoTile({ id, control }: VideoTileProps) {
  const { data, error } = useQuery(videoQuery(id));
  const place = useRef<VideoPlace>(null);
  if (!data) return <TilePlace error={error} missing={MISSING} />;
  if (data.playback_url === null) return <TilePlace error={null} missing={MISSING} />;
  return (
    <VideoPlayer
      video={data}
      url={data.playback_url}
      start={null}
      muting="always"
      ref={place}
      hasControls={control.isBig}
      onWatched={() => void countView(data)}
      renderTools={({ video, steering }) => (
        <TileControl {...control} video={video} steering={steering} isLooped />
      )}
    />
  );
}
