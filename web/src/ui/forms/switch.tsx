import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly note?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Switch({ label, note, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="block py-0.5 text-sm font-medium">
          {label}
        </label>
        {note && (
          <p id={`${id}-note`} className="text-sm text-soft">
            {note}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        // A checkbox has its state by itself.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        disabled={disabled}
        aria-describedby={note ? `${id}-note` : undefined}
        className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-raised transition-colors before:absolute before:top-0.5 before:start-0.5 before:size-4.5 before:rounded-full before:bg-soft before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 rtl:checked:before:-translate-x-5 checked:before:bg-on-accent disabled:cursor-not-allowed disabled:opacity-60 forced-colors:w-6 forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </div>
  );
}
