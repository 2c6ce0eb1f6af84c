/** Fields that several account forms share. */
import { type Ref, useCallback, useRef } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../../shared/limits.ts';
import { PasswordField, TextField } from '../../ui/forms/inputs.tsx';

/** Identifies the account to the browser's password manager. */
export const AccountName = ({ name }: { readonly name: string }) => (
  <input hidden readOnly type="text" name="username" autoComplete="username" value={name} />
);

interface FieldProps {
  readonly error: string | undefined;
}

interface UsernameFieldProps extends FieldProps {
  /** @default An e-mail address will do. */
  readonly hint?: string;
}

export const UsernameField = ({ hint = 'Or your e-mail address', error }: UsernameFieldProps) => (
  <TextField
    label="Username"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    hint={hint}
    error={error}
    required
  />
);

interface GivenPasswordFieldProps extends FieldProps {
  readonly ref?: Ref<HTMLInputElement>;
}

/** The current password. */
export const GivenPasswordField = (props: GivenPasswordFieldProps) => (
  <PasswordField label="Password" name="password" autoComplete="current-password" {...props} />
);

interface NewPasswordFieldProps extends FieldProps {
  readonly label: string;
  readonly name: string;
}

/** A new password, which the browser may suggest. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <PasswordField autoComplete="new-password" hint={`At least ${PASSWORD_MIN_LENGTH} characters`} {...props} />
);

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly hint?: string;
  readonly error: string | undefined;
  /** Accepts recovery codes too, whose letters a numeric keyboard lacks. */
  readonly isEither?: boolean;
}

export const CodeField = ({ isEither = false, hint, ...rest }: CodeFieldProps) => (
  <TextField
    label="Code"
    name="code"
    inputMode={isEither ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    hint={hint ?? (isEither ? 'Of your app, or a recovery code' : 'Six digits, of your app')}
    required
    {...rest}
  />
);

/** A `ref` that focuses the first field of a step. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/** A `ref` as `focusOnArrival`, except for the step that is visible on page load. */
export function useFocusOnReturn(): typeof focusOnArrival {
  const isFirst = useRef(true);
  return useCallback((element) => {
    if (!isFirst.current) element?.focus();
    isFirst.current = false;
  }, []);
}
