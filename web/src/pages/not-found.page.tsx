import { paths } from '#web/lib/paths.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { t } from '#web/lib/i18n/messages.ts';

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
