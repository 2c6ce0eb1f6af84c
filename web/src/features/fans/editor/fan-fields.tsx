import type { Dispatch, SetStateAction } from 'react';
import { CATEGORIES } from '../../../../../shared/plain/category-list.ts';
import { GAME_MAX_LENGTH } from '../../../../../shared/limits.ts';
import {
  MAKER_MAX_LENGTH,
  MODEL_MAX_LENGTH,
  MOTOR_MAX_LENGTH,
} from '../../../../../shared/plain/fans/fan-limits.ts';
import { MEASURES } from '../../../../../shared/plain/fans/fan-measures.ts';
import { TextField } from '../../../ui/forms/input.tsx';
import { measureLabel } from '../units/units.ts';
import { UnitsSwitch } from '../units/units-switch.tsx';
import { type FanForm, type FanProblems, inUnits } from './fan-form.ts';
import { PicturesField } from './pictures-field.tsx';
import { RepairsField } from './repairs-field.tsx';

interface FanFieldsProps {
  readonly form: FanForm;
  readonly problems: FanProblems;
  readonly onChange: Dispatch<SetStateAction<FanForm>>;
}

const WORDS = [
  ['maker', 'Maker', MAKER_MAX_LENGTH, 'Northwind'],
  ['model', 'Model', MODEL_MAX_LENGTH, 'Desk King 12'],
  ['kind', 'Kind', GAME_MAX_LENGTH, 'Table Fans'],
  ['motor', 'Motor', MOTOR_MAX_LENGTH, 'Shaded pole, or brushless'],
] as const;

const KINDS = CATEGORIES.map(({ name }) => name);

/** All that is known of a fan. Only maker, model and kind have to be. */
export function FanFields({ form, problems, onChange }: FanFieldsProps) {
  const change = (changed: Partial<FanForm>) => onChange((form) => ({ ...form, ...changed }));
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {WORDS.map(([field, label, maxLength, placeholder]) => (
          <TextField
            key={field}
            label={label}
            value={form[field]}
            onChange={({ target }) => change({ [field]: target.value })}
            maxLength={maxLength}
            placeholder={placeholder}
            error={problems[field]}
            autoComplete="off"
            {...(field === 'kind' && { suggestions: KINDS })}
          />
        ))}
      </div>
      <UnitsSwitch units={form.units} onChoose={(units) => onChange((form) => inUnits(form, units))} />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {MEASURES.map((measure) => (
          <TextField
            key={measure}
            label={measureLabel(measure, form.units)}
            inputMode="decimal"
            autoComplete="off"
            value={form.measures[measure]}
            onChange={({ target }) => change({ measures: { ...form.measures, [measure]: target.value } })}
            error={problems[measure]}
          />
        ))}
        <TextField
          label="Speeds"
          inputMode="numeric"
          autoComplete="off"
          value={form.speeds}
          onChange={({ target }) => change({ speeds: target.value })}
          error={problems['speeds']}
        />
      </div>
      <PicturesField
        pictures={form.pictures}
        onChange={(next) => onChange((form) => ({ ...form, pictures: next(form.pictures) }))}
      />
      <RepairsField repairs={form.repairs} problems={problems} onChange={(repairs) => change({ repairs })} />
    </div>
  );
}
