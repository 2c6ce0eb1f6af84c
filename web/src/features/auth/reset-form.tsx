import { useNavigate } from 'react-router-dom';
import { call } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/paths.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { AuthForm, type Typed } from './auth-form.tsx';
import { AnotherCode, CodeField, UsernameField } from './fields.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ResetFormProps {
  readonly name: string;
  readonly from: string | undefined;
}

/** Sets a password with the code from the e-mail, then opens /login. */
export function ResetForm({ name, from }: ResetFormProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    const body = { username: name, code: typed('code'), password: typed('password') };
    await call('POST /auth/reset-password', { body });
    toastSuccess(t('auth.passwordChanged'));
    void navigate(paths.login(), { state: { from, replaced: true }, replace: true });
  };
  return (
    <>
      <p role="status" className="mb-4 break-words text-soft">
        {t('auth.resetCodeSent', { name })}
      </p>
      <NewPasswordForm username={name} name="password" send={send}>
        {(errors) => <CodeField error={errors['code']} />}
      </NewPasswordForm>
      <AnotherCode send={() => sendCode(name)} />
    </>
  );
}

/** Sends a code if the account exists. */
const sendCode = (username: string) => call('POST /auth/forgot-password', { body: { username } });

export function ForgottenForm({ from }: { readonly from: string | undefined }) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    const name = typed('username').trim();
    await sendCode(name);
    void navigate(paths.forgotPassword(), { state: { from, name } });
  };
  return (
    <AuthForm
      send={send}
      failure={[t('auth.codeNotSent'), t('auth.sendCodeFailed')]}
      action={t('auth.sendCode')}
      pendingAction={t('auth.sending')}
    >
      {(errors) => (
        <>
          <p className="text-soft">{t('auth.resetHint')}</p>
          <UsernameField error={errors['username']} />
        </>
      )}
    </AuthForm>
  );
}
