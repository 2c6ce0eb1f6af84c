import { useNavigate } from 'react-router-dom';
import { ChangeForm } from '#web/features/auth/new-password-form.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export function ChangePasswordPage() {
  useDocumentTitle(t('changePassword.title'));
  const navigate = useNavigate();
  const username = useSession()?.user.username;
  if (!username) return null;
  return (
    <div className="mx-auto max-w-sm sm:mt-6">
      <h1 className="mb-4 text-2xl font-bold">{t('changePassword.title')}</h1>
      <div className="rounded-xl border border-line bg-surface p-6 sm:p-8">
        <ChangeForm username={username} onChanged={() => void navigate(paths.channel(username))} />
        <p className="mt-5 text-center text-sm">
          <TextLink to={paths.forgotPassword()}>{t('changePassword.forgot')}</TextLink>
        </p>
      </div>
    </div>
  );
}
