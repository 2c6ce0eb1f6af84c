import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The text for a channel at its monthly limit; otherwise `null`. */
export const capWords = (error: unknown): string | null =>
  error instanceof ApiFailure && error.code === 'cap_reached' ? (error.detail ?? '') : null;

/** A lasting notice of the spending limit. Always mounted, so that screen readers announce it. */
export function CapNotice({ words }: { readonly words: string | null }) {
  const notice = useRef<HTMLDivElement>(null);
  // On a phone, the notice is far from the button.
  useEffect(() => {
    if (words !== null) notice.current?.scrollIntoView({ block: 'center' });
  }, [words]);
  return (
    <div ref={notice} role="alert" className="empty:hidden">
      {words !== null && (
        <div className="flex items-start gap-3 rounded-md border border-line bg-raised p-4 text-sm">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-accent" />
          <div>
            <p className="font-semibold">{t('common.monthlyCapReached')}</p>
            <p className="mt-1 text-soft">{words}</p>
          </div>
        </div>
      )}
    </div>
  );
}
