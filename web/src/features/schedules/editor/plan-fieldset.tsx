import { useId, useMemo } from 'react';
import type { Repeat, Weekday } from '#shared/channels/schedules.ts';
import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { RequiredNote, requiredClass } from '#web/ui/forms/field.tsx';
import { TextField, textFields } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { MINUTE_S } from '#shared/plain/time.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { type PlanFields, type Problems, repeatsWeekly, withRepeat, zoneNames } from './plan-form.ts';
import { WEEKDAYS } from '#shared/plain/schedules/plan-timing.ts';
import { weekdayName } from '#web/lib/i18n/timing.ts';
import { CategoryField } from '#web/ui/forms/category-field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface PlanFieldsetProps {
  readonly fields: PlanFields;
  readonly problems: Problems;
  readonly onChange: (fields: PlanFields) => void;
  readonly disabled: boolean;
}

const REPEATS: readonly { readonly value: Repeat; readonly text: string }[] = [
  { value: 'none', text: t('schedules.repeatsNever') },
  { value: 'daily', text: t('schedules.repeatsDaily') },
  { value: 'weekly', text: t('schedules.repeatsWeekly') },
  { value: 'biweekly', text: t('schedules.repeatsBiweekly') },
];

export function PlanFieldset({ fields, problems, onChange, disabled }: PlanFieldsetProps) {
  const change = (change: Partial<PlanFields>) => onChange({ ...fields, ...change });
  const text = textFields(fields, problems, change);
  const zones = useMemo(() => zoneNames(), []);
  return (
    // A date field's parts take the focus without `:focus-visible`.
    <fieldset
      role="none"
      disabled={disabled}
      className="min-w-0 space-y-5 [&_input:focus-within]:outline-2 [&_input:focus-within]:outline-offset-2 [&_input:focus-within]:outline-accent"
    >
      <RequiredNote />
      <TextField
        required
        label={t('schedules.titleLabel')}
        maxLength={TITLE_MAX_LENGTH}
        autoComplete="off"
        {...text('title')}
      />
      <CategoryField
        required
        label={t('schedules.categoryLabel')}
        value={fields.game}
        onChange={(game) => change({ game })}
        error={problems.game}
      />
      <div className="grid grid-cols-1 gap-5 min-[24rem]:grid-cols-2 sm:grid-cols-3">
        <TextField required label={t('schedules.dateLabel')} type="date" {...text('start_date')} />
        <TextField required label={t('schedules.startTimeLabel')} type="time" {...text('start_time')} />
        <SelectField
          label={t('schedules.durationLabel')}
          value={String(fields.duration_min)}
          onChange={({ target }) => change({ duration_min: Number(target.value) })}
          options={durationsWith(fields.duration_min)}
        />
      </div>
      <TextField
        required
        label={t('schedules.timeZoneLabel')}
        hint={t('schedules.timeZoneHint')}
        suggestions={zones}
        autoComplete="off"
        {...text('time_zone')}
      />
      <SelectField
        label={t('schedules.repeatsLabel')}
        value={fields.repeat}
        onChange={({ target }) => onChange(withRepeat(fields, target.value as Repeat))}
        options={REPEATS}
      />
      {repeatsWeekly(fields.repeat) && (
        <WeekdaysField
          chosen={fields.weekdays}
          onChange={(weekdays) => change({ weekdays })}
          error={problems.weekdays}
        />
      )}
      {fields.repeat !== 'none' && (
        <TextField
          label={t('schedules.endDateLabel')}
          type="date"
          min={fields.start_date}
          hint={t('schedules.endDateHint')}
          {...text('end_date')}
        />
      )}
    </fieldset>
  );
}

const DURATIONS_MIN = [15, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480, 720, 1440];

const durationsWith = (own: number) =>
  [...new Set([...DURATIONS_MIN, own])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), text: formatDuration(minutes * MINUTE_S) }));

interface WeekdaysFieldProps {
  readonly chosen: readonly Weekday[];
  readonly onChange: (chosen: Weekday[]) => void;
  readonly error: string | undefined;
}

function WeekdaysField({ chosen, onChange, error }: WeekdaysFieldProps) {
  const noteId = useId();
  const toggle = (day: Weekday, isOn: boolean) =>
    onChange(isOn ? [...chosen, day] : chosen.filter((other) => other !== day));
  return (
    <fieldset aria-describedby={error && noteId} className="min-w-0">
      <legend className={`mb-1.5 text-sm font-medium ${requiredClass}`}>
        {t('schedules.weekdaysLabel')}
        <span className="sr-only">{t('common.required')}</span>
      </legend>
      <div className="grid grid-cols-4 gap-2 min-[24rem]:grid-cols-7">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className="relative grid h-11 place-items-center rounded-md border border-line-strong text-sm font-medium has-checked:border-accent has-checked:bg-accent-dim has-checked:text-accent"
          >
            <input
              type="checkbox"
              aria-label={weekdayName(day)}
              checked={chosen.includes(day)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => toggle(day, target.checked)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <span aria-hidden="true">{weekdayName(day, 'short')}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={noteId} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
