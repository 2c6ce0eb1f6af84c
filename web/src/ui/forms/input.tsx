import { type ComponentProps, type ReactNode, useId } from 'react';

/** How every field looks; for fields that are not a `TextField`. */
export const fieldLook =
  'w-full rounded-md border border-line-strong bg-canvas px-3 text-base text-ink placeholder:text-soft disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  /** Said beneath the field; replaced by `error` where there is one. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A button at the end of the line, laid over it. */
  readonly trailing?: ReactNode;
}

/** A labelled line of text with its hint or error. */
export function TextField({ label, hint, error, trailing, className = '', ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={`${fieldLook} h-11 ${trailing ? 'pr-11' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...rest}
        />
        {trailing}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role={error && 'alert'}
          className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-soft'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
