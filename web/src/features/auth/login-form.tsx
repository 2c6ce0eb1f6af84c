import { useState } from 'react';
import { ApiFailure, call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session/session.ts';
import { showAccountLanguage } from '#web/lib/i18n/language.ts';
import { Button } from '#web/ui/button.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { CodeField, focusOnArrival, GivenPasswordField, UsernameField } from './fields.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** Asks for name and password, then for a code if the account has a second factor. */
export function LoginForm() {
  const [proven, setProven] = useState<Credentials>();
  if (proven) return <SecondStep credentials={proven} onBack={() => setProven(undefined)} />;
  const send = async (typed: Typed) => {
    const credentials = { username: typed('username'), password: typed('password') };
    try {
      await logIn(credentials);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === 'second_factor_required')) throw error;
      setProven(credentials);
    }
  };
  return (
    <AuthForm
      toastsAlways
      send={send}
      failure={[t('auth.loginFailed'), t('auth.wrongPassword')]}
      action={t('common.logIn')}
      pendingAction={t('auth.loggingIn')}
    >
      {(errors) => (
        <>
          <UsernameField error={errors['username']} />
          <GivenPasswordField error={errors['password']} />
        </>
      )}
    </AuthForm>
  );
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Also greets the user, unless the account is suspended. */
async function logIn(body: Credentials & { readonly code?: string }): Promise<void> {
  const session = await call('POST /auth/login', { body });
  signIn(session);
  // The page loads again, and would not show the greeting.
  if (showAccountLanguage(session.user)) return;
  if (!session.user.suspension) toastSuccess(t('auth.welcomeBack'));
}

interface SecondStepProps {
  readonly credentials: Credentials;
  readonly onBack: () => void;
}

function SecondStep({ credentials, onBack }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const send = (typed: Typed) => logIn({ ...credentials, code: typed('code') });
  return (
    <>
      <AuthForm
        toastsAlways
        send={send}
        failure={[t('auth.loginFailed'), t('auth.wrongCode')]}
        action={t('common.logIn')}
        pendingAction={t('auth.loggingIn')}
      >
        {(errors) => (
          <>
            <p className="text-soft">{isRecovery ? t('auth.enterRecoveryCode') : t('auth.enterAppCode')}</p>
            <CodeField
              key={String(isRecovery)}
              ref={focusOnArrival}
              error={errors['code']}
              isEither={isRecovery}
              hint={isRecovery ? t('auth.recoveryCodeExample') : t('auth.sixDigits')}
            />
          </>
        )}
      </AuthForm>
      <Button variant="ghost" className="mt-3 w-full" onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? t('auth.useApp') : t('auth.useRecoveryCode')}
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        {t('common.back')}
      </Button>
    </>
  );
}
