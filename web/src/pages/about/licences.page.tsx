import { useQuery } from '@tanstack/react-query';
import { Notices, noticesQuery } from '#web/features/licences/notices.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { PageText } from '#web/ui/page-text.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export function LicencesPage() {
  useDocumentTitle(t('licences.title'));
  const query = useQuery(noticesQuery());
  return (
    <PageText title={t('licences.title')}>
      <h2>{t('common.fanfare')}</h2>
      <p>{t('licences.copyright')}</p>
      <h2>{t('licences.openSource')}</h2>
      <p>{t('licences.openSourceHint')}</p>
      <Loaded query={query} failure={t('licences.loadFailed')}>
        {(notices) => <Notices notices={notices} />}
      </Loaded>
    </PageText>
  );
}
