import { useId } from 'react';
import type { Weekday } from '../../../../../shared/channels/schedules.ts';
import { WEEKDAYS } from '../../../../../shared/plain/words/plan-words.ts';

interface WeekdaysFieldProps {
  readonly chosen: readonly Weekday[];
  readonly onChange: (chosen: Weekday[]) => void;
  readonly error: string | undefined;
}

export function WeekdaysField({ chosen, onChange, error }: WeekdaysFieldProps) {
  const noteId = useId();
  const toggle = (day: Weekday, isOn: boolean) =>
    onChange(isOn ? [...chosen, day] : chosen.filter((other) => other !== day));
  return (
    <fieldset aria-describedby={error && noteId} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">On</legend>
      <div className="grid grid-cols-4 gap-2 min-[24rem]:grid-cols-7">
        {WEEKDAYS.map(({ day, name }) => (
          <label
            key={day}
            className="relative grid h-11 place-items-center rounded-md border border-line-strong text-sm font-medium has-checked:border-accent has-checked:bg-accent-dim has-checked:text-accent"
          >
            <input
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(day)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => toggle(day, target.checked)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <span aria-hidden="true">{name.slice(0, 3)}</span>
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
