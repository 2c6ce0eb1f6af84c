import { AccessTokensSection } from '#web/features/auth/settings/access-tokens-section.tsx';
import { AppealSection } from '#web/features/moderation/reports/appeal-section.tsx';
import { DeleteSection } from '#web/features/auth/settings/delete-section.tsx';
import { DownloadSection } from '#web/features/auth/settings/download-section.tsx';
import { EmailSection } from '#web/features/auth/settings/email/email-section.tsx';
import { PasswordSection } from '#web/features/auth/settings/password-section.tsx';
import { SessionsSection } from '#web/features/auth/settings/sessions-section.tsx';
import { TwoFactorSection } from '#web/features/auth/settings/two-factor/two-factor-section.tsx';
import { EmotesSection } from '#web/features/chat/emotes/own/emotes-section.tsx';
import { WebhooksSection } from '#web/features/webhooks/webhooks-section.tsx';
import { NewsSection } from '#web/features/news/news-section.tsx';
import { RaidsSection } from '#web/features/raids/raids-section.tsx';
import { EDIT_PROFILE } from '#web/features/profile/edit-profile.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { LANGUAGE_OPTIONS, useLanguage } from '#web/ui/language-select.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** /settings, for signed-in users. */
export function SettingsPage() {
  useDocumentTitle(t('settings.title'));
  const user = useSession()?.user;
  if (!user) return null;
  const { username } = user;
  return (
    <div className="mx-auto max-w-2xl sm:mt-2">
      <h1 className="mb-4 text-2xl font-bold">{t('settings.title')}</h1>
      <div className="space-y-6">
        <AppealSection />
        <Card title={t('profile.profile')} description={t('profile.editProfileHint')}>
          <ButtonLink to={paths.channel(username) + EDIT_PROFILE} variant="secondary">
            {t('profile.editProfile')}
          </ButtonLink>
        </Card>
        <LanguageSection />
        <EmailSection username={username} />
        <PasswordSection username={username} />
        <TwoFactorSection username={username} />
        <NewsSection />
        <EmotesSection channelId={user.id} />
        <RaidsSection />
        <SessionsSection />
        <AccessTokensSection username={username} />
        <WebhooksSection />
        <DownloadSection username={username} />
        <DeleteSection username={username} />
      </div>
    </div>
  );
}

function LanguageSection() {
  const [chosen, choose] = useLanguage();
  return (
    <Card title={t('settings.language')} description={t('settings.languageHint')}>
      <SelectField
        label={t('settings.language')}
        options={LANGUAGE_OPTIONS}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      />
    </Card>
  );
}
