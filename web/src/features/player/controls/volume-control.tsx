import { Volume1, Volume2, VolumeX } from 'lucide-react';
import type { ControlProps } from '../commands/commands.ts';
import { isSilent } from '../commands/commands.ts';
import { ControlButton } from './control-look.tsx';
import { useMedia } from '../commands/media.ts';

/** Mute, and where there is a mouse, a slider beside it. */
export function VolumeControl({ media, commands }: ControlProps) {
  const silent = useMedia(media, isSilent);
  const volume = useMedia(media, ({ mediaVolume = 1 }) => mediaVolume);
  const hasVolume = useMedia(media, ({ mediaVolumeUnavailable }) => !mediaVolumeUnavailable);
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  const shown = silent ? 0 : volume;
  return (
    <div className="group/volume flex items-center">
      <ControlButton label={silent ? 'Unmute (m)' : 'Mute (m)'} onClick={commands.toggleMute}>
        <Icon className="size-5" />
      </ControlButton>
      {hasVolume && (
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${Math.round(shown * 100)} %`}
          min={0}
          max={1}
          step={0.05}
          value={shown}
          onChange={({ target }) => commands.setVolume(Number(target.value))}
          className="h-1 w-0 cursor-pointer appearance-none rounded-full bg-white/35 accent-white opacity-0 transition-[width,opacity] group-hover/volume:mx-1 group-hover/volume:w-20 group-hover/volume:opacity-100 focus-visible:mx-1 focus-visible:w-20 focus-visible:opacity-100 focus-visible:outline-white pointer-coarse:hidden"
        />
      )}
    </div>
  );
}
