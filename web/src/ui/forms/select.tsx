import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, fieldClass } from './field.tsx';

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
  return (
    <Field label={label} error={error}>
      {(ties) => (
        <div className="relative">
          <select
            {...ties}
            value={value}
            className={`${fieldClass} h-11 appearance-none truncate pr-10 ${value ? '' : 'text-soft'}`}
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
      )}
    </Field>
  );
}

const withText = (option: SelectFieldProps['options'][number]) =>
  typeof option === 'string' ? { value: option, text: option } : option;
