import type { Video } from '../../../../shared/videos/videos.ts';
import type { Stage } from '../../lib/player-stage.ts';
import { clipOfVideo } from './clip-tool.tsx';
import { type Tool, ToolsMenu } from './tools-menu.tsx';
import { meterTool, sleepTool, wallTool } from './player-tools.tsx';

interface VideoToolsProps {
  readonly stage: Stage;
  readonly video: Video;
}

export function VideoTools({ stage, video }: VideoToolsProps) {
  const tools: readonly Tool[] = toolsOf(stage, video);
  return <ToolsMenu tools={tools} bar={stage.bar} />;
}

const toolsOf = (stage: Stage, video: Video): readonly Tool[] => [
  meterTool(stage, null),
  ...sleepTool(stage, { kind: 'video', video }, video.username),
  wallTool({ kind: 'video', id: video.id }),
  ...clipOfVideo(stage, video),
];
