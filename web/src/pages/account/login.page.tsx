import { Navigate, useLocation } from 'react-router-dom';
import { AuthFrame } from '../../ui/forms/auth-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { returnPath, whyHere } from '../../features/auth/why-here.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { TextLink } from '../../ui/links/links.tsx';

export function LoginPage() {
  useDocumentTitle('Log In');
  const { state } = useLocation();
  const session = useSession();
  // Also redirects after a login.
  if (session) return <Navigate to={returnPath(state, session.user)} replace />;

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
