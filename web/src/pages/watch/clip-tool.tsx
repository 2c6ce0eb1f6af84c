import { Scissors } from 'lucide-react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Video } from '../../../../shared/videos/videos.ts';
import type { Stage } from '../../lib/player-stage.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { Tool } from './tools-menu.tsx';

const ClipMaker = onDemand(() => import('../../features/clips/make/clip-maker.tsx'), 'ClipMaker', {
  isOverlay: true,
});

interface Watched {
  readonly kind: 'video' | 'live';
  readonly id: string;
  readonly title: string;
  readonly isClippable: boolean;
}

/** Clips of a channel. IVS alone has the segments of software streams while live. */
export const clipOfChannel = (stage: Stage, { id, title, video_url }: Channel): Tool =>
  clipTool(stage, { kind: 'live', id, title, isClippable: video_url.startsWith('/api/browser-stream/') });

/** Clips of a video that is not private. */
export const clipOfVideo = (stage: Stage, { id, title, visibility }: Video): readonly Tool[] =>
  visibility === 'private' ? [] : [clipTool(stage, { kind: 'video', id, title, isClippable: true })];

const clipTool = ({ video, below, steering }: Stage, { kind, id, title, isClippable }: Watched): Tool => ({
  name: 'Make a clip',
  icon: <Scissors className="size-4" />,
  show: (close) => (
    <ClipMaker
      video={video}
      live={steering?.live ?? null}
      below={below}
      of={{ kind, id }}
      title={title}
      isClippable={isClippable}
      onClose={close}
    />
  ),
});
