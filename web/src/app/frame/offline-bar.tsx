import { CloudOff } from 'lucide-react';
import { useOnline } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';

/**
 * The one notice of a page without a network, below the top bar. Players leave theirs out, except in full screen
 * (`beside-offline-bar`); a screen that says it as its heading replaces it.
 */
export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 top-[calc(var(--bar)+0.5rem)] z-bar flex justify-center"
    >
      {!isOnline && (
        <p
          data-offline-bar
          className="flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-2 text-sm shadow-popup"
        >
          <CloudOff aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <span className="flex flex-wrap gap-x-3">
            <strong className="font-semibold">{t('common.offline')}</strong>
            <span className="text-soft">{t('common.updatesLater')}</span>
          </span>
        </p>
      )}
    </div>
  );
}
