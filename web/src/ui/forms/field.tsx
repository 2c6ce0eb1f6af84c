import { type ReactNode, useId } from 'react';

/** The style of every field. */
export const fieldClass =
  'w-full rounded-md border border-line-strong bg-canvas px-3 text-base text-ink placeholder:text-soft disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger';

/** Links a field to its label and note. */
interface Ties {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (ties: Ties) => ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p
          id={noteId}
          role={error && 'alert'}
          className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-soft'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
