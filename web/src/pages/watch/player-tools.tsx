import { useQuery } from '@tanstack/react-query';
import { Captions, Gauge, LayoutPanelLeft, Moon, Scissors } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { MiniChannel, MiniVideo, useMiniPlayer } from './mini-player.tsx';
import { canLoadSound, loadSound } from '#web/features/player/engine/playback.ts';
import { roomQuery } from '#web/features/chat/rooms.queries.ts';
import { cameraStreamId } from '#web/lib/media/camera-stream.ts';
import { paths } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import type { LiveSteering, Stage } from '#web/lib/player-stage.ts';
import type { SleepSource } from '#web/features/sleep/sleep.types.ts';
import { pathWith } from '#web/features/wall/wall-address.ts';
import type { Tile } from '#web/features/wall/wall-tiles.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { type Tool, ToolsMenu } from './tools-menu.tsx';
import { useRewound } from './use-rewound.ts';
import { t } from '#web/lib/i18n/messages.ts';

const MeterOverlay = overlayOnDemand(
  () => import('#web/features/meter/overlay/meter-overlay.tsx'),
  'MeterOverlay',
);
const LiveCaptions = overlayOnDemand(
  () => import('#web/features/player/captions/live-captions.tsx'),
  'LiveCaptions',
);
const PlayerMeter = overlayOnDemand(() => import('#web/features/meter/player-meter.tsx'), 'PlayerMeter');
const SleepMode = overlayOnDemand(() => import('#web/features/sleep/sleep-mode.tsx'), 'SleepMode');
const ClipMaker = overlayOnDemand(() => import('#web/features/clips/make/clip-maker.tsx'), 'ClipMaker');

interface ChannelToolsProps {
  readonly stage: Stage;
  readonly channel: Channel;
  /** Gets the stream while the viewer sees a past moment of it, and `null` otherwise. Must be a stable function. */
  readonly onRewound: (live: LiveSteering | null) => void;
}

export function ChannelTools({ stage, channel, onRewound }: ChannelToolsProps) {
  const {
    id,
    username,
    display_name,
    title,
    meter,
    is_live,
    captions_language,
    recording_url,
    is_unrecorded,
  } = channel;
  const { bar, video, frame, steering } = stage;
  useRewound(stage, onRewound);
  const isViewer = useSession()?.user.id !== id;
  useMiniPlayer(video, (sound) => <MiniChannel {...{ username, isViewer, sound }} />);
  const streamId = cameraStreamId(channel);
  const isClippable = !is_live || (!is_unrecorded && (streamId !== undefined || recording_url !== undefined));
  const isTypist = useIsTypist(channel);
  const tools = [
    meterTool(stage, meter?.blades ?? null),
    ...sleepTool(stage, { kind: 'stream', channel }, display_name),
    wallTool({ kind: 'channel', username }),
    clipTool(stage, { kind: 'live', id }, title, isClippable),
    ...(streamId && isTypist ? [captionsTool(username)] : []),
  ];
  return (
    <>
      <ToolsMenu tools={tools} bar={bar} />
      {meter && is_live && video && frame && (
        <MeterOverlay video={video} frame={frame} blades={meter.blades} />
      )}
      {captions_language && streamId && frame && steering?.live && (
        <LiveCaptions
          {...{ streamId, frame, bar }}
          channelId={id}
          language={captions_language}
          live={steering.live}
        />
      )}
    </>
  );
}

/** Whether the reader may type captions: the streamer and the moderators of the chat, which the page has loaded. */
function useIsTypist({ id }: Pick<Channel, 'id'>): boolean {
  const user = useSession()?.user;
  const { data: room } = useQuery({ ...roomQuery(id), enabled: false });
  return user !== undefined && (user.id === id || room?.moderators.includes(user.username) === true);
}

const captionsTool = (username: string): Tool => ({
  name: t('liveCaptions.open'),
  icon: <Captions className="size-4" />,
  show: () => <Navigate to={paths.typeCaptions(username)} />,
});

interface VideoToolsProps {
  readonly stage: Stage;
  readonly video: Video;
}

export function VideoTools({ stage, video }: VideoToolsProps) {
  const { id, username, title, visibility, playback_url: url } = video;
  useMiniPlayer(stage.video, (sound) => url && <MiniVideo {...{ video, url, sound }} />);
  const tools = [
    meterTool(stage, null),
    ...sleepTool(stage, { kind: 'video', video }, username),
    wallTool({ kind: 'video', id }),
    ...(visibility === 'private' ? [] : [clipTool(stage, { kind: 'video', id }, title)]),
  ];
  return <ToolsMenu tools={tools} bar={stage.bar} />;
}

const wallTool = (tile: Tile): Tool => ({
  name: t('playerTools.addToWall'),
  icon: <LayoutPanelLeft className="rtl:-scale-x-100 size-4" />,
  show: () => <Navigate to={pathWith(tile)} />,
});

/** Measures a fan's speed by its sound; `blades` is the streamer's count, if known. */
const meterTool = ({ video, below }: Stage, blades: number | null): Tool => ({
  name: t('playerTools.fanMeter'),
  icon: <Gauge className="size-4" />,
  show: (close) =>
    video && below && <PlayerMeter video={video} below={below} blades={blades} onClose={close} />,
});

/** Absent if the browser cannot route the sound. */
function sleepTool(stage: Stage, source: SleepSource, displayName: string): readonly Tool[] {
  if (!canLoadSound()) return [];
  const show: Tool['show'] = (close) => (
    <SleepMode {...{ stage, source, displayName, loadSound }} onClose={close} />
  );
  return [{ name: t('playerTools.sleepMode'), icon: <Moon className="size-4" />, show }];
}

function clipTool(
  { video, below, steering }: Stage,
  of: { readonly kind: 'video' | 'live'; readonly id: string },
  title: string,
  isClippable = true,
): Tool {
  const show: Tool['show'] = (close) => (
    <ClipMaker {...{ video, below, of, title, isClippable }} live={steering?.live ?? null} onClose={close} />
  );
  // Where it is not possible, the menu's item says why.
  return {
    name: t('playerTools.makeClip'),
    icon: <Scissors className={isClippable ? 'size-5' : 'size-4'} />,
    isButton: isClippable,
    show,
  };
}
