import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n/messages.ts';

export function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full bg-raised px-2.5 py-0.5 text-xs font-medium text-soft">
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}

export function TagList({
  tags,
  className,
}: {
  readonly tags: readonly string[];
  readonly className: string;
}) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t('common.tags')} className={`flex flex-wrap gap-2 ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}

export function LiveBadge() {
  return (
    <span className="inline-flex items-center rounded-sm bg-live px-1.5 py-0.5 text-xs font-bold tracking-wide text-on-live">
      {t('common.liveBadge')}
    </span>
  );
}

/** A red dot with "Live" for screen readers. */
export function LiveDot() {
  return (
    <span
      title={t('common.live')}
      className="size-2 shrink-0 rounded-full bg-live forced-colors:bg-[Highlight]"
    >
      <span className="sr-only">{t('common.live')}</span>
    </span>
  );
}
