import { useLocation } from 'react-router-dom';
import { AuthFrame } from './auth-frame.tsx';
import { paths } from '#web/lib/paths.ts';
import { ForgottenForm, ResetForm } from '#web/features/auth/reset-form.tsx';
import { loginState } from '#web/features/auth/log-in-reason.ts';
import type { LoginState } from '#web/lib/api/session/go-to-login.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/**
 * Asks for a name, then for the e-mailed code. The name is in the history state, so that a reload keeps the code's
 * step and Back leads to the name.
 */
export function ForgotPasswordPage() {
  const { state } = useLocation();
  const { from, name } = loginState<LoginState & { readonly name: string }>(state);
  const footer = (
    <>
      {rich('forgotPassword.rememberedIt', {
        link: (text) => (
          <TextLink to={paths.login()} state={{ from }}>
            {text}
          </TextLink>
        ),
      })}
    </>
  );
  return (
    <AuthFrame title={t('forgotPassword.title')} footer={footer}>
      {name ? <ResetForm name={name} from={from} /> : <ForgottenForm from={from} />}
    </AuthFrame>
  );
}
