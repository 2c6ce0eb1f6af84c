import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Field, fieldClass, requiredClass } from './field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A button over the end of the line. */
  readonly trailing?: ReactNode;
  readonly suggestions?: readonly string[];
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, trailing, suggestions, className, ...rest } = props;
  const listId = useId();
  return (
    <Field label={label} isRequired={rest.required} hint={hint} error={error} className={className}>
      {(ties) => (
        <div className="relative">
          <input
            // Its direction would move the button, too.
            dir={trailing ? undefined : 'auto'}
            {...ties}
            list={suggestions && listId}
            className={`${fieldClass} h-11 ${trailing ? 'pe-11' : ''}`}
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

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly error?: string | undefined;
}

/** A labelled multi-line text with a character count. */
export function TextArea({ label, value, maxLength, error, className = '', ...rest }: TextAreaProps) {
  const id = useId();
  const labelClass = `text-sm font-medium ${rest.required ? requiredClass : ''}`;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className={labelClass}>
          {label}
        </label>
        <span id={`${id}-count`} className="shrink-0 text-xs text-soft tabular-nums">
          {t('common.countOfMax', { count: value.length, max: maxLength })}
        </span>
      </div>
      <textarea
        dir="auto"
        id={id}
        value={value}
        maxLength={maxLength}
        aria-describedby={error ? `${id}-count ${id}-error` : `${id}-count`}
        aria-invalid={error ? true : undefined}
        className={`${fieldClass} block resize-y py-2`}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'required'>;

/** A required password that can be revealed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const words = isVisible ? t('common.hidePassword') : t('common.showPassword');
  return (
    <TextField
      {...props}
      required
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          title={words}
          onClick={() => setIsVisible(!isVisible)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-soft hover:text-ink"
        >
          {isVisible ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          <span className="sr-only">{words}</span>
        </button>
      }
    />
  );
}

type TextName<F> = { [N in keyof F]: F[N] extends string ? N : never }[keyof F] & string;

/** Connects text fields to a form by name. `change` receives the changed part. */
export const textFields =
  <F extends object>(
    form: F,
    problems: { readonly [N in keyof F]?: string },
    change: (part: Partial<F>) => void,
  ) =>
  (name: TextName<F>) => ({
    value: form[name] as string,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value } as Partial<F>),
    error: problems[name],
  });
