import { useLocation } from 'react-router-dom';
import { AuthFrame } from './auth-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { ForgottenForm, ResetForm } from '../../features/auth/reset-form.tsx';
import { loginState } from '../../features/auth/why-here.ts';
import type { LoginState } from '../../lib/api/session/go-to-login.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { TextLink } from '../../ui/links/links.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { t } from '../../lib/i18n/messages.ts';

/**
 * Asks for a name, then for the e-mailed code. The name is in the history state, so that a reload keeps the code's
 * step and Back leads to the name.
 */
export function ForgotPasswordPage() {
  useDocumentTitle(t('forgotPassword.title'));
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
