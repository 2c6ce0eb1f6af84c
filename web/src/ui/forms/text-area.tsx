import { type ComponentProps, useId } from 'react';
import { fieldLook } from './field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
}

/** A labelled text of several lines, with the count of its characters. */
export function TextArea({ label, value, maxLength, className = '', ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <span id={`${id}-count`} className="shrink-0 text-xs text-soft tabular-nums">
          {value.length} of {maxLength}
        </span>
      </div>
      <textarea
        id={id}
        value={value}
        maxLength={maxLength}
        aria-describedby={`${id}-count`}
        className={`${fieldLook} block resize-y py-2`}
        {...rest}
      />
    </div>
  );
}
