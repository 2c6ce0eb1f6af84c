import { Pause, Play, RotateCcw } from 'lucide-react';
import type { ControlProps } from '../commands/commands.ts';
import { useMedia } from '../commands/media.ts';

/** The large button: to play what is paused, and for fingers to pause what plays. */
export function CenterButton({ media, commands }: ControlProps) {
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  const isEnded = useMedia(media, ({ mediaEnded = false }) => mediaEnded);
  const [Icon, label] = isEnded
    ? ([RotateCcw, 'Play again'] as const)
    : isPaused
      ? ([Play, 'Play video'] as const)
      : ([Pause, 'Pause video'] as const);
  const look = isPaused
    ? 'grid'
    : 'hidden pointer-coarse:grid opacity-0 pointer-events-none group-data-shown/controls:opacity-100 group-data-shown/controls:pointer-events-auto';
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <button
        type="button"
        aria-label={label}
        onClick={commands.togglePlay}
        className={`pointer-events-auto size-16 place-items-center rounded-full bg-black/60 text-white transition-opacity hover:bg-black/75 focus-visible:outline-white ${look}`}
      >
        <Icon className={`size-8 ${isEnded ? '' : 'fill-current'}`} />
      </button>
    </div>
  );
}
