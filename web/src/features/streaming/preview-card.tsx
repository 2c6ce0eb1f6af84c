import type { ReactNode } from 'react';
import type { StreamPreview } from '#shared/live/streaming.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Card } from '#web/ui/card.tsx';

interface PreviewCardProps {
  readonly preview: StreamPreview;
  /** The picture. */
  readonly children: ReactNode;
}

/** What software sends while the channel is not live, for the owner alone. */
export function PreviewCard({ preview, children }: PreviewCardProps) {
  return (
    <Card title={t('streaming.previewTitle')} tone="accent" isCompact className="mb-6">
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-full max-w-md overflow-hidden rounded-md">{children}</div>
        <div role="status" className="min-w-60 flex-1 space-y-1 text-sm text-soft">
          <p>{t('streaming.previewHint')}</p>
          <p>
            <TimeLeft endsAtMs={Date.parse(preview.ends_at)} />
          </p>
        </div>
      </div>
    </Card>
  );
}

function TimeLeft({ endsAtMs }: { readonly endsAtMs: number }) {
  const leftMs = Math.max(0, endsAtMs - serverTime(useNow(1000)));
  return rich('streaming.previewEnds', {
    time: formatDuration(leftMs / 1000),
    // Changes each second, and is not announced each time.
    left: (text) => <span role="timer">{text}</span>,
  });
}
