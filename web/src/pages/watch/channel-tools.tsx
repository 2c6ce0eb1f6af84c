import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Stage } from '../../features/player/tools.tsx';
import { meterTool } from './meter-tool.tsx';
import { sleepTool } from './sleep-tool.tsx';
import { type Tool, ToolsMenu } from './tools-menu.tsx';

interface ChannelToolsProps {
  readonly stage: Stage;
  readonly channel: Channel;
}

/** What a viewer can do with a live stream besides watching it. */
export function ChannelTools({ stage, channel }: ChannelToolsProps) {
  const tools: readonly Tool[] = toolsOf(stage, channel);
  return <ToolsMenu tools={tools} bar={stage.bar} />;
}

const toolsOf = (stage: Stage, channel: Channel): readonly Tool[] => [
  meterTool(stage),
  ...sleepTool(stage, { kind: 'stream', channel }, channel.display_name),
];
