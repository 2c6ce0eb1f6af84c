import { MAX_COMPARED, MIN_COMPARED } from '#shared/plain/fans/fan-limits.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { paths } from '#web/lib/paths.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The ids of the fans to compare, stored in this browser for all screens of fans. */
export function useComparedFans() {
  const [text, choose] = useSetting('fans-compared');
  const ids = text ? text.split(',') : [];
  return {
    ids,
    isFull: ids.length >= MAX_COMPARED,
    toggle: (id: string) => {
      const others = ids.filter((other) => other !== id);
      const next = others.length < ids.length ? others : [...ids, id].slice(-MAX_COMPARED);
      choose(next.length > 0 ? next.join(',') : null);
    },
    clear: () => choose(null),
  };
}

export function CompareBar() {
  const { ids, clear } = useComparedFans();
  if (ids.length === 0) return null;
  const isEnough = ids.length >= MIN_COMPARED;
  return (
    <div
      data-action-bar
      className="sticky bottom-4 z-raised mx-auto mt-8 flex w-fit max-w-full flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-raised p-3 shadow-popup"
    >
      <p role="status" className="px-1 text-sm font-medium">
        {isEnough ? t('fans.found', { count: ids.length }) : t('fans.chooseAnother')}
      </p>
      {isEnough && (
        <ButtonLink size="sm" to={paths.compareFans(...ids)}>
          {t('fans.compare')}
        </ButtonLink>
      )}
      <Button size="sm" variant="ghost" onClick={clear}>
        {t('fans.clearComparison')}
      </Button>
    </div>
  );
}
