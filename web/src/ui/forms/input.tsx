import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field, fieldLook } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  /** Said beneath the field; replaced by `error` where there is one. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A button at the end of the line, laid over it. */
  readonly trailing?: ReactNode;
  /** Offered while typing; any other text is as good. */
  readonly suggestions?: readonly string[];
}

/** A labelled line of text with its hint or error. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, trailing, suggestions, className, ...rest } = props;
  const listId = useId();
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ties) => (
        <div className="relative">
          <input
            {...ties}
            list={suggestions && listId}
            className={`${fieldLook} h-11 ${trailing ? 'pr-11' : ''}`}
            {...rest}
          />
          {trailing}
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((text) => (
                <option key={text}>{text}</option>
              ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  );
}
