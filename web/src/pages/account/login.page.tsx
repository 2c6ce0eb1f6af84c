import { Navigate, useLocation } from 'react-router-dom';
import { AuthFrame } from '../../ui/auth-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { AuthForm, type Typed } from '../../features/auth/auth-form.tsx';
import { logIn } from '../../features/auth/auth.api.ts';
import { UsernameField } from '../../features/auth/fields.tsx';
import { returnPath } from '../../features/auth/return-path.ts';
import { whyHere } from '../../features/auth/why-here.ts';
import { useSession } from '../../lib/api/session.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';

/** Login: specification §2, §8. */
export function LoginPage() {
  useDocumentTitle('Log In');
  const { state } = useLocation();
  // Also what leads on after a login: the session appears, and this screen is left.
  if (useSession()) return <Navigate to={returnPath(state)} replace />;

  const footer = (
    <>
      New to Fanfare?{' '}
      <TextLink to={paths.signup()} state={state}>
        Sign Up
      </TextLink>
    </>
  );
  return (
    <AuthFrame title="Log In" reason={whyHere(state, 'Log in')} footer={footer}>
      <LoginForm />
      <p className="mt-5 text-center text-sm">
        <TextLink to={paths.forgotPassword()} state={state}>
          Forgot password?
        </TextLink>
      </p>
    </AuthFrame>
  );
}

function LoginForm() {
  const send = async (typed: Typed) => {
    await logIn({ username: typed('username'), password: typed('password') });
    toastSuccess('Welcome back!');
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
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={errors['password']}
          />
        </>
      )}
    </AuthForm>
  );
}
