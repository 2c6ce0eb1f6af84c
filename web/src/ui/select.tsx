import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { fieldLook } from './input.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  readonly label: string;
  readonly options: readonly string[];
  /** Shows while nothing is chosen. */
  readonly placeholder: string;
  readonly error?: string | undefined;
}

/** A labelled choice among a few texts; the value is the text, or empty. */
export function SelectField({ label, options, placeholder, error, value, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className={`${fieldLook} h-11 appearance-none pr-10 ${value ? '' : 'text-soft'}`}
          {...rest}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option} className="text-ink">
              {option}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-3 right-3 size-5 text-soft"
        />
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
