/** The fields that several forms of the account have. */
import { type Ref, useCallback, useRef } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../../shared/limits.ts';
import { PasswordField, TextField } from '../../ui/forms/inputs.tsx';

/** Tells the browser's password manager whose password is being set. */
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

/** The password that the account has. */
export const GivenPasswordField = (props: GivenPasswordFieldProps) => (
  <PasswordField label="Password" name="password" autoComplete="current-password" {...props} />
);

interface NewPasswordFieldProps extends FieldProps {
  readonly label: string;
  readonly name: string;
}

/** A password that is to be; browsers offer one of their own making. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <PasswordField autoComplete="new-password" hint={`At least ${PASSWORD_MIN_LENGTH} characters`} {...props} />
);

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly hint?: string;
  readonly error: string | undefined;
  /** A recovery code will do, whose letters a keyboard of digits has not. */
  readonly isEither?: boolean;
}

/** A code of an authenticator app. */
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

/** For `ref`: what a step begins with has the focus once the step is there. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/** The same for the first words of steps one of which is there as the page comes: that one is not gone to. */
export function useFocusOnReturn(): typeof focusOnArrival {
  const isFirst = useRef(true);
  return useCallback((element) => {
    if (!isFirst.current) element?.focus();
    isFirst.current = false;
  }, []);
}
