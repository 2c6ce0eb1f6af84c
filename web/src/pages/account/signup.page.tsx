import { Navigate, useLocation } from 'react-router-dom';
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH, USERNAME_PATTERN } from '#shared/limits.ts';
import { AuthFrame } from './auth-frame.tsx';
import { paths } from '#web/lib/paths.ts';
import { AuthForm, type Typed } from '#web/features/auth/auth-form.tsx';
import { call } from '#web/lib/api/api.ts';
import { EmailField, NewPasswordField, UsernameField } from '#web/features/auth/fields.tsx';
import type { FormErrors } from '#web/features/auth/form-errors.ts';
import { returnPath, logInReason } from '#web/features/auth/log-in-reason.ts';
import { signIn, useSession } from '#web/lib/api/session/session.ts';
import { PasswordField } from '#web/ui/forms/inputs.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { language, t } from '#web/lib/i18n/messages.ts';

export function SignupPage() {
  const { state } = useLocation();
  const session = useSession();
  // Also redirects after a signup.
  if (session) return <Navigate to={returnPath(state, session.user)} replace />;

  const footer = (
    <>
      {rich('signup.alreadyHaveAccount', {
        link: (text) => (
          <TextLink to={paths.login()} state={state}>
            {text}
          </TextLink>
        ),
      })}
    </>
  );
  return (
    <AuthFrame title={t('common.signUp')} reason={logInReason(state, 'signup')} footer={footer}>
      <SignupForm />
    </AuthFrame>
  );
}

function SignupForm() {
  const send = async (typed: Typed) => {
    const password = typed('password');
    const body = { username: typed('username'), email: typed('email'), password, language };
    signIn(await call('POST /auth/signup', { body }));
    toastSuccess(t('signup.accountCreated'));
  };
  return (
    <AuthForm
      send={send}
      check={check}
      failure={[t('signup.signupFailed'), t('signup.createAccountFailed')]}
      action={t('common.signUp')}
      pendingAction={t('signup.creatingAccount')}
    >
      {(errors) => <Fields errors={errors} />}
    </AuthForm>
  );
}

function check(typed: Typed): FormErrors {
  const isSame = typed('password').normalize() === typed('confirmPassword').normalize();
  const max = USERNAME_MAX_LENGTH;
  return {
    ...(!isSame && { confirmPassword: t('signup.passwordsDoNotMatch') }),
    ...(typed('username').trim().length > max && {
      username: t('errors.too_long', { field: t('auth.username'), max }),
    }),
  };
}

function Fields({ errors }: { readonly errors: FormErrors }) {
  return (
    <>
      <UsernameField
        hint={t('signup.usernameHint', {
          min: USERNAME_MIN_LENGTH,
          max: USERNAME_MAX_LENGTH,
        })}
        minLength={USERNAME_MIN_LENGTH}
        pattern={`\\s*${USERNAME_PATTERN.source.slice(1, -1)}\\s*`}
        error={errors['username']}
      />
      <EmailField label={t('signup.email')} error={errors['email']} />
      <NewPasswordField label={t('signup.password')} name="password" error={errors['password']} />
      <PasswordField
        label={t('signup.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors['confirmPassword']}
      />
    </>
  );
}
