import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { fieldLook } from './input.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  readonly label: string;
  /** Texts that are values too, or values with what a person reads of them. */
  readonly options: readonly (string | { readonly value: string; readonly text: string })[];
  /** Shows while nothing is chosen, and can be chosen again. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
}

/** A labelled choice among a few texts; the value is empty while nothing is chosen. */
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
          className={`${fieldLook} h-11 appearance-none truncate pr-10 ${value ? '' : 'text-soft'}`}
          {...rest}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(withText).map((option) => (
            <option key={option.value} value={option.value} className="text-ink">
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-3 right-3 size-5 text-soft" />
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

const withText = (option: SelectFieldProps['options'][number]) =>
  typeof option === 'string' ? { value: option, text: option } : option;
