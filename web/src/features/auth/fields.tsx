import { useMutation } from '@tanstack/react-query';
import { type Ref, useCallback, useRef } from 'react';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/forms/inputs.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { failureToast } from './form-errors.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
  readonly minLength?: number;
  readonly pattern?: string;
}

export const UsernameField = ({ hint = t('auth.usernameHint'), ...rest }: UsernameFieldProps) => (
  <TextField
    label={t('auth.username')}
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    hint={hint}
    required
    {...rest}
  />
);

interface GivenPasswordFieldProps extends FieldProps {
  readonly ref?: Ref<HTMLInputElement>;
}

export const GivenPasswordField = (props: GivenPasswordFieldProps) => (
  <PasswordField label={t('auth.password')} name="password" autoComplete="current-password" {...props} />
);

interface NewPasswordFieldProps extends FieldProps {
  readonly label: string;
  readonly name: string;
}

/** A new password, which the browser may suggest. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <PasswordField
    autoComplete="new-password"
    minLength={PASSWORD_MIN_LENGTH}
    hint={t('auth.passwordHint', { count: PASSWORD_MIN_LENGTH })}
    {...props}
  />
);

interface EmailFieldProps extends FieldProps {
  readonly label: string;
}

export const EmailField = (props: EmailFieldProps) => (
  <TextField name="email" type="email" autoComplete="email" required {...props} />
);

interface CodeFieldProps extends GivenPasswordFieldProps {
  readonly label?: string;
  readonly hint?: string;
  /** Accepts recovery codes too, whose letters a numeric keyboard lacks. */
  readonly isEither?: boolean;
}

export const CodeField = ({ isEither = false, ...rest }: CodeFieldProps) => (
  <TextField
    label={t('auth.code')}
    name="code"
    inputMode={isEither ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    {...rest}
  />
);

export function AnotherCode({ send }: { readonly send: () => Promise<unknown> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => toastSuccess(t('auth.anotherCodeSent')),
    onError: (error) => failureToast(t('auth.codeNotSent'), error, t('auth.sendCodeFailed')),
  });
  return (
    <Button variant="ghost" className="mt-3 w-full" busy={isPending} onClick={() => mutate()}>
      {t('auth.sendAnotherCode')}
    </Button>
  );
}

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
