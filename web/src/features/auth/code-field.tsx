import type { Ref } from 'react';
import { TextField } from '../../ui/forms/input.tsx';

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
