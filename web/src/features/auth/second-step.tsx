import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { CodeField, focusOnArrival } from './fields.tsx';
import { logInAndGreet } from './auth.api.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface SecondStepProps {
  /** They were right. */
  readonly credentials: Credentials;
  readonly onBack: () => void;
}

/** The second step of a log-in: a code of the app, or a recovery code. */
export function SecondStep({ credentials, onBack }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const send = (typed: Typed) => logInAndGreet({ ...credentials, code: typed('code') });
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
