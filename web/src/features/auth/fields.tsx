/** The fields that several forms of the account have. */
import type { Ref } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../../shared/limits.ts';
import { TextField } from '../../ui/forms/input.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';

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
