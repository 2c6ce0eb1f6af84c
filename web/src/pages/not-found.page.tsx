import { paths } from '../lib/paths.ts';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { FanMark } from '../ui/fan-mark.tsx';
import { t } from '../lib/i18n/messages.ts';

export function NotFoundPage() {
  useDocumentTitle(t('notFound.title'));
  return (
    <EmptyState
      level={1}
      icon={<FanMark className="size-7" />}
      title={t('notFound.title')}
      action={<ButtonLink to={paths.home()}>{t('common.goToHome')}</ButtonLink>}
    >
      {t('notFound.hint')}
    </EmptyState>
  );
}
