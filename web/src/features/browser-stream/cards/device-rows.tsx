import { Mic, MicOff } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select.tsx';
import type { Device } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { LevelMeter } from './level-meter.tsx';

/** What films and hears: the microphone's mute button and level, and the choice where there is one. */
export function Devices(broadcast: Broadcast) {
  const { state, chooseCamera, chooseMicrophone } = broadcast;
  return (
    <>
      {state.microphoneId === null ? <NoMicrophone /> : <Microphone {...broadcast} />}
      <div className="flex flex-wrap gap-4 empty:hidden">
        <DeviceChoice
          label="Camera"
          devices={state.cameras}
          chosenId={state.cameraId}
          onChoose={chooseCamera}
          disabled={!state.canChooseCamera}
        />
        <DeviceChoice
          label="Microphone"
          devices={state.microphones}
          chosenId={state.microphoneId}
          onChoose={chooseMicrophone}
        />
      </div>
    </>
  );
}

const NoMicrophone = () => (
  <p className="flex items-center gap-2 text-sm text-soft">
    <MicOff className="size-5 shrink-0" />
    No microphone: viewers will hear nothing.
  </p>
);

function Microphone({ state: { isMuted }, setMuted, level }: Broadcast) {
  const Icon = isMuted ? MicOff : Mic;
  return (
    <div className="flex items-center gap-3">
      <IconButton
        label="Mute microphone"
        variant="secondary"
        aria-pressed={isMuted}
        onClick={() => setMuted(!isMuted)}
        className={`size-11! ${isMuted ? 'bg-danger-dim! text-danger!' : ''}`}
      >
        <Icon className="size-5" />
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

/** Nothing where there is no choice. */
function DeviceChoice({ label, devices, chosenId, onChoose, disabled }: DeviceChoiceProps) {
  if (devices.length < 2) return null;
  return (
    <div className="min-w-0 flex-1 basis-36">
      <SelectField
        label={label}
        options={devices.map(({ id, label: name }, at) => ({
          value: id,
          text: name || `${label} ${at + 1}`,
        }))}
        value={chosenId ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  );
}
