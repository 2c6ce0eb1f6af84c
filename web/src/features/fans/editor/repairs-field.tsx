import { Plus, Trash2 } from 'lucide-react';
import { MAX_REPAIRS, REPAIR_MAX_LENGTH } from '../../../../../shared/plain/fans/fan-limits.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/input.tsx';
import type { FanProblems, TypedRepair } from './fan-form.ts';

interface RepairsFieldProps {
  readonly repairs: readonly TypedRepair[];
  readonly problems: FanProblems;
  readonly onChange: (repairs: readonly TypedRepair[]) => void;
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** What was repaired, a dated note each. */
export function RepairsField({ repairs, problems, onChange }: RepairsFieldProps) {
  const change = (key: number, changed: Partial<TypedRepair>) =>
    onChange(repairs.map((repair) => (repair.key === key ? { ...repair, ...changed } : repair)));
  const add = () => {
    const key = Math.max(0, ...repairs.map((repair) => repair.key)) + 1;
    onChange([{ key, on: today(), text: '' }, ...repairs]);
  };
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1.5 text-sm font-medium">Repairs</legend>
      {repairs.map(({ key, on, text }, at) => (
        <div key={key} className="flex flex-wrap items-start gap-2">
          <TextField
            label={`Day of repair ${at + 1}`}
            type="date"
            className="w-40"
            value={on}
            onChange={({ target }) => change(key, { on: target.value })}
          />
          <TextField
            label={`What was done ${at + 1}`}
            className="min-w-0 flex-1 basis-48"
            value={text}
            maxLength={REPAIR_MAX_LENGTH}
            placeholder="New bearings"
            autoComplete="off"
            error={problems[`repair ${key}`]}
            onChange={({ target }) => change(key, { text: target.value })}
          />
          <IconButton
            label={`Remove repair ${at + 1}`}
            className="mt-6.5"
            onClick={() => onChange(repairs.filter((repair) => repair.key !== key))}
          >
            <Trash2 className="size-4" />
          </IconButton>
        </div>
      ))}
      {repairs.length < MAX_REPAIRS && (
        <Button variant="secondary" size="sm" onClick={add}>
          <Plus className="size-4" />
          Add repair
        </Button>
      )}
    </fieldset>
  );
}
