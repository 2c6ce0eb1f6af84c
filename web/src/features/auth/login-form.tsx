import { useState } from 'react';
import { ApiFailure } from '../../lib/api/api.ts';
import { AuthForm, type Typed } from './auth-form.tsx';
import { logInAndGreet } from './auth.api.ts';
import { GivenPasswordField, UsernameField } from './fields.tsx';
import { SecondStep, type Credentials } from './second-step.tsx';

/** Name and password; then, where the account has a second factor, its code. */
export function LoginForm() {
  const [proven, setProven] = useState<Credentials>();
  if (proven) return <SecondStep credentials={proven} onBack={() => setProven(undefined)} />;
  const send = async (typed: Typed) => {
    const credentials = { username: typed('username'), password: typed('password') };
    try {
      await logInAndGreet(credentials);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === 'second_factor_required')) throw error;
      setProven(credentials);
    }
  };
  return (
    <AuthForm
      send={send}
      failure={['Login Failed', 'Invalid username or password']}
      // It may be the username's fault as well; the password is what one types again.
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
