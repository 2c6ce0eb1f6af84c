import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, fieldClass } from './field.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  readonly label: string;
  /** Texts, or values with texts. */
  readonly options: readonly (string | { readonly value: string; readonly text: string })[];
  /** The empty option. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
}

export function SelectField({ label, options, placeholder, error, value, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} isRequired={rest.required} error={error}>
      {(ties) => (
        <div className="relative">
          <select
            {...ties}
            value={value}
            className={`${fieldClass} h-11 appearance-none truncate pe-10 ${value ? '' : 'text-soft'}`}
            {...rest}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(withText).map((option) => (
              <option key={option.value} value={option.value} className="text-ink">
                {option.text}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-3 end-3 size-5 text-soft" />
        </div>
      )}
    </Field>
  );
}

const withText = (option: SelectFieldProps['options'][number]) =>
  typeof option === 'string' ? { value: option, text: option } : option;
