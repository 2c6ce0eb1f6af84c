import { Mic, MicOff } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { LevelMeter } from './level-meter.tsx';
import { SelectField } from '../../../ui/forms/select.tsx';
import type { Device } from '../broadcast.ts';

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

interface DeviceChoiceProps {
  readonly label: string;
  readonly devices: readonly Device[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly disabled?: boolean;
}

/** Which camera, or which microphone; nothing where there is no choice. */
export function DeviceChoice({ label, devices, chosenId, onChoose, disabled = false }: DeviceChoiceProps) {
  if (devices.length < 2) return null;
  const options = devices.map((device, at) => ({
    value: device.id,
    text: device.label || `${label} ${at + 1}`,
  }));
  return (
    <div className="min-w-0 flex-1 basis-36">
      <SelectField
        label={label}
        options={options}
        value={chosenId ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  );
}
