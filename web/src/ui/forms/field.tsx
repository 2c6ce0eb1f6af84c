import { type ReactNode, useId } from 'react';
import { t } from '#web/lib/i18n/messages.ts';

/** The style of every field. */
export const fieldClass =
  'w-full rounded-md border border-line-strong bg-canvas px-3 text-base text-ink placeholder:text-soft disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger';

/** Links a field to its label and note. */
interface Ties {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** The style of the label of a field that must be filled in. Screen readers have the field's `required` instead. */
export const requiredClass = "after:text-danger after:content-['_*'_/_'']";

interface FieldProps {
  readonly label: string;
  readonly isRequired?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (ties: Ties) => ReactNode;
}

export function Field({ label, isRequired = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={`mb-1.5 block text-sm font-medium ${isRequired ? requiredClass : ''}`}>
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

/** Explains the mark of required fields, at the top of a form. */
export const RequiredNote = () => <p className="text-sm text-soft">{t('common.requiredMark')}</p>;

interface FormProblemProps {
  readonly title: string;
  readonly description: string;
}

/** Why a form was not sent, above its fields, which have their own problems. */
export const FormProblem = ({ title, description }: FormProblemProps) => (
  <p role="alert" className="rounded-md border border-danger px-3 py-2 text-sm">
    <strong className="block font-semibold text-danger">{title}</strong>
    <span>{description}</span>
  </p>
);
