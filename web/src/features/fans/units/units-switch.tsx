import type { Units } from './units.ts';

interface UnitsSwitchProps {
  readonly units: Units;
  readonly onChoose: (units: Units) => void;
}

const CHOICES = [
  ['metric', 'cm, m³/h'],
  ['us', 'in, CFM'],
] as const;

export const UnitsSwitch = ({ units, onChoose }: UnitsSwitchProps) => (
  <div role="group" aria-label="Units" className="inline-flex rounded-md border border-line p-0.5">
    {CHOICES.map(([key, text]) => (
      <button
        key={key}
        type="button"
        aria-pressed={units === key}
        onClick={() => onChoose(key)}
        className="h-8 rounded-sm px-3 text-sm font-medium whitespace-nowrap text-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink pointer-coarse:h-11"
      >
        {text}
      </button>
    ))}
  </div>
);
