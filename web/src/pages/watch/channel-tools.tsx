import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Stage } from '../../lib/player-stage.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { clipOfChannel } from './clip-tool.tsx';
import { type Tool, ToolsMenu } from './tools-menu.tsx';
import { meterTool, sleepTool, wallTool } from './player-tools.tsx';

const MeterOverlay = onDemand(
  () => import('../../features/meter/overlay/meter-overlay.tsx'),
  'MeterOverlay',
  { isOverlay: true },
);

interface ChannelToolsProps {
  readonly stage: Stage;
  readonly channel: Channel;
}

export function ChannelTools({ stage, channel }: ChannelToolsProps) {
  const tools: readonly Tool[] = toolsOf(stage, channel);
  return (
    <>
      <ToolsMenu tools={tools} bar={stage.bar} />
      <VisibleMeter stage={stage} channel={channel} />
    </>
  );
}

const toolsOf = (stage: Stage, channel: Channel): readonly Tool[] => [
  meterTool(stage, channel.meter?.blades ?? null),
  ...sleepTool(stage, { kind: 'stream', channel }, channel.display_name),
  wallTool({ kind: 'channel', username: channel.username }),
  clipOfChannel(stage, channel),
];

/** On the picture, if the streamer enabled it. */
function VisibleMeter({ stage: { video, frame }, channel: { is_live, meter } }: ChannelToolsProps) {
  if (!meter || !is_live || !video || !frame) return null;
  return <MeterOverlay video={video} frame={frame} blades={meter.blades} />;
}
