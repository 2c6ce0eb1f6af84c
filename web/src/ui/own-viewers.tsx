import { Eye, EyeOff } from 'lucide-react';
import { formatCount, viewersText } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The viewers of the user's own broadcast. */
export interface OwnViewers {
  /** Missing until it is known. */
  readonly count: number | undefined;
  /** Others do not see it. */
  readonly isHidden: boolean;
}

interface OwnViewerCountProps {
  readonly viewers: OwnViewers;
  /** Displays the number alone. */
  readonly isShort?: boolean;
}

export function OwnViewerCount({ viewers: { count, isHidden }, isShort = false }: OwnViewerCountProps) {
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 tabular-nums">
      <Icon className="size-4" />
      {count !== undefined && (
        <>
          {isShort && <span aria-hidden="true">{formatCount(count)}</span>}
          <span className={isShort ? 'sr-only' : undefined}>{viewersText(count)}</span>
        </>
      )}
      {isHidden && <span className="text-xs font-normal opacity-80">{t('onAir.hiddenFromViewers')}</span>}
    </span>
  );
}
