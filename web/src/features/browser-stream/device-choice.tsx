import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { fieldLook } from '../../ui/input.tsx';
import type { Device } from './broadcast.ts';

interface DeviceChoiceProps {
  readonly label: string;
  readonly devices: readonly Device[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly disabled?: boolean;
}

/** Which camera, or which microphone; nothing where there is no choice. */
export function DeviceChoice({ label, devices, chosenId, onChoose, disabled = false }: DeviceChoiceProps) {
  const id = useId();
  if (devices.length < 2) return null;
  return (
    <div className="min-w-0 flex-1 basis-36">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={chosenId ?? ''}
          disabled={disabled}
          onChange={({ target }) => onChoose(target.value)}
          className={`${fieldLook} h-11 appearance-none truncate pr-10`}
        >
          {devices.map((device, at) => (
            <option key={device.id} value={device.id}>
              {device.label || `${label} ${at + 1}`}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-3 right-3 size-5 text-soft"
        />
      </div>
    </div>
  );
}
