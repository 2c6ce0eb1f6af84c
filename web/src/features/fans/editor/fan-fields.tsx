import { Plus, Trash2 } from 'lucide-react';
import type { Dispatch, SetStateAction } from 'react';
import {
  MAKER_MAX_LENGTH,
  MAX_REPAIRS,
  MODEL_MAX_LENGTH,
  MOTOR_MAX_LENGTH,
  REPAIR_MAX_LENGTH,
} from '#shared/plain/fans/fan-limits.ts';
import { MEASURES } from '#shared/plain/fans/fan-measures.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { CategoryField } from '#web/ui/forms/category-field.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { measureLabel, UnitsSwitch } from '../units/units.tsx';
import { type FanForm, type FanProblems, inUnits, type TypedRepair } from './fan-form.ts';
import { PicturesField } from './pictures-field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface FanFieldsProps {
  readonly form: FanForm;
  readonly problems: FanProblems;
  readonly onChange: Dispatch<SetStateAction<FanForm>>;
}

const WORDS = [
  ['maker', t('fans.maker'), MAKER_MAX_LENGTH, t('fans.makerExample')],
  ['model', t('fans.model'), MODEL_MAX_LENGTH, t('fans.modelExample')],
  ['motor', t('fans.motor'), MOTOR_MAX_LENGTH, t('fans.motorExample')],
] as const;

/** Takes a function of the current pictures, because some are ready only after others were added or removed. */
export function FanFields({ form, problems, onChange }: FanFieldsProps) {
  const change = (changed: Partial<FanForm>) => onChange((form) => ({ ...form, ...changed }));
  const words = WORDS.map(([field, label, maxLength, placeholder]) => (
    <TextField
      key={field}
      required={field !== 'motor'}
      label={label}
      value={form[field]}
      onChange={({ target }) => change({ [field]: target.value })}
      maxLength={maxLength}
      placeholder={placeholder}
      error={problems[field]}
      autoComplete="off"
    />
  ));
  return (
    <div className="space-y-5">
      <RequiredNote />
      <div className="grid gap-4 sm:grid-cols-2">
        {words.slice(0, 2)}
        <CategoryField
          required
          label={t('fans.kind')}
          value={form.kind}
          onChange={(kind) => change({ kind })}
          placeholder={t('categoryNames.table')}
          error={problems['kind']}
        />
        {words.slice(2)}
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
          label={t('fans.speeds')}
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

interface RepairsFieldProps {
  readonly repairs: readonly TypedRepair[];
  readonly problems: FanProblems;
  readonly onChange: (repairs: readonly TypedRepair[]) => void;
}

const today = (): string => new Date().toISOString().slice(0, 10);

function RepairsField({ repairs, problems, onChange }: RepairsFieldProps) {
  const { box, removed } = useRemovalFocus<HTMLFieldSetElement>('div>button', 'button');
  const change = (key: number, changed: Partial<TypedRepair>) =>
    onChange(repairs.map((repair) => (repair.key === key ? { ...repair, ...changed } : repair)));
  const add = () => {
    const key = Math.max(0, ...repairs.map((repair) => repair.key)) + 1;
    onChange([{ key, on: today(), text: '' }, ...repairs]);
  };
  return (
    <fieldset ref={box} className="min-w-0 space-y-3">
      <legend className="mb-1.5 text-sm font-medium">{t('fans.repairs')}</legend>
      {repairs.map(({ key, on, text }, at) => (
        <div key={key} className="flex flex-wrap items-start gap-2">
          <TextField
            required
            label={t('fans.repairDate', { at: at + 1 })}
            type="date"
            className="w-40"
            value={on}
            error={on ? undefined : problems[`repair ${key}`]}
            onChange={({ target }) => change(key, { on: target.value })}
          />
          <TextField
            required
            label={t('fans.repairWork', { at: at + 1 })}
            className="min-w-0 flex-1 basis-48"
            value={text}
            maxLength={REPAIR_MAX_LENGTH}
            placeholder={t('fans.repairExample')}
            autoComplete="off"
            error={text.trim() ? undefined : problems[`repair ${key}`]}
            onChange={({ target }) => change(key, { text: target.value })}
          />
          <IconButton
            label={t('fans.removeRepair', { at: at + 1 })}
            className="mt-6.5"
            onClick={() => {
              removed(at);
              onChange(repairs.filter((repair) => repair.key !== key));
            }}
          >
            <Trash2 className="size-4" />
          </IconButton>
        </div>
      ))}
      {repairs.length < MAX_REPAIRS && (
        <Button variant="secondary" size="sm" onClick={add}>
          <Plus className="size-4" />
          {t('fans.addRepair')}
        </Button>
      )}
    </fieldset>
  );
}
