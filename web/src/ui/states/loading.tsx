import type { ReactNode } from 'react';
import { FanMark } from '../fan-mark.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface LoadingProps {
  /** Placeholders; otherwise a spinning fan. */
  readonly children?: ReactNode;
}

/** Announces "Loading..." (specification §2). */
export function Loading({ children }: LoadingProps) {
  if (children) {
    return (
      <div>
        <div role="status" className="mb-4 block text-sm text-soft">
          {t('common.loading')}
        </div>
        {children}
      </div>
    );
  }
  return (
    <div role="status" className="flex flex-col items-center justify-center gap-3 px-4 py-24 text-soft">
      <FanMark spinning className="size-10 text-accent" />
      {t('common.loading')}
    </div>
  );
}

export function Skeleton({ className = '' }: { readonly className?: string }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-md';
  return <div aria-hidden="true" className={`animate-glow bg-raised ${corners} ${className}`} />;
}
