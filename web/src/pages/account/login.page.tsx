import { Navigate, useLocation } from 'react-router-dom';
import { AuthFrame } from './auth-frame.tsx';
import { paths } from '#web/lib/paths.ts';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { returnPath, logInReason } from '#web/features/auth/log-in-reason.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { TextLink } from '#web/ui/links/links.tsx';

export function LoginPage() {
  const { state } = useLocation();
  const session = useSession();
  // Also redirects after a login.
  if (session) return <Navigate to={returnPath(state, session.user)} replace />;

  const footer = rich('login.newHere', {
    signup: (text) => (
      <TextLink to={paths.signup()} state={state}>
        {text}
      </TextLink>
    ),
  });
  return (
    <AuthFrame title={t('common.logIn')} reason={logInReason(state, 'login')} footer={footer}>
      <LoginForm />
      <p className="mt-5 text-center text-sm">
        <TextLink to={paths.forgotPassword()} state={state}>
          {t('changePassword.forgot')}
        </TextLink>
      </p>
    </AuthFrame>
  );
}
