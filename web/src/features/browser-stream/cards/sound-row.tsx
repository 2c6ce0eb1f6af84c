import { Mic, MicOff } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { LevelMeter } from './level-meter.tsx';

interface SoundRowProps {
  readonly hasMicrophone: boolean;
  readonly isMuted: boolean;
  readonly onMute: (isMuted: boolean) => void;
  readonly level: () => number;
}

/** The microphone: its mute button and its level. */
export function SoundRow({ hasMicrophone, isMuted, onMute, level }: SoundRowProps) {
  if (!hasMicrophone) {
    return (
      <p className="flex items-center gap-2 text-sm text-soft">
        <MicOff className="size-5 shrink-0" />
        No microphone: viewers will hear nothing.
      </p>
    );
  }
  return (
    <div className="flex items-center gap-3">
      <IconButton
        label="Mute microphone"
        variant="secondary"
        aria-pressed={isMuted}
        onClick={() => onMute(!isMuted)}
        className={`size-11! ${isMuted ? 'bg-danger-dim! text-danger!' : ''}`}
      >
        {isMuted ? <MicOff className="size-5" /> : <Mic className="size-5" />}
      </IconButton>
      <LevelMeter level={level} isMuted={isMuted} />
    </div>
  );
}
