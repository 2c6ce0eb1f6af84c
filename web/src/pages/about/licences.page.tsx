import { useQuery } from '@tanstack/react-query';
import { Notices, noticesQuery } from '../../features/licences/notices.tsx';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageText } from '../../ui/page-text.tsx';
import { t } from '../../lib/i18n/messages.ts';

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
