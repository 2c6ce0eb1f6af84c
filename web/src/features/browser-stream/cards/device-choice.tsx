import { SelectField } from '../../../ui/forms/select.tsx';
import type { Device } from '../broadcast.ts';

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
