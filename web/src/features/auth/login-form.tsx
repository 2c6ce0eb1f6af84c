import { useState } from 'react';
import { ApiFailure, call } from '../../lib/api/api.ts';
import { signIn } from '../../lib/api/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { CodeField, focusOnArrival, GivenPasswordField, UsernameField } from './fields.tsx';

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
      send={send}
      failure={['Login Failed', 'Invalid username or password']}
      // The username may be wrong too, but users retype the password.
      fieldOfCode={{ invalid_credentials: 'password' }}
      action="Log In"
      pendingAction="Logging in..."
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
  if (!session.user.suspension) toastSuccess('Welcome back!');
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
        send={send}
        failure={['Login Failed', 'Code is not right']}
        fieldOfCode={{ invalid_credentials: 'code' }}
        action="Log In"
        pendingAction="Logging in..."
      >
        {(errors) => (
          <>
            <p className="text-soft">
              {isRecovery
                ? 'Enter one of the recovery codes that you have kept. It works once.'
                : 'Enter the code that your authenticator app shows.'}
            </p>
            <CodeField
              key={String(isRecovery)}
              ref={focusOnArrival}
              error={errors['code']}
              isEither={isRecovery}
              hint={isRecovery ? 'As 5HX2K-9QWZM' : 'Six digits'}
            />
          </>
        )}
      </AuthForm>
      <Button variant="ghost" className="mt-3 w-full" onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        Back
      </Button>
    </>
  );
}
