import { useQuery } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { IconButton } from './button.tsx';
import { FanMark } from './fan-mark.tsx';

interface ReceiptFrameProps {
  readonly title: string;
  /** The state of what it is about, for tests. */
  readonly state: string;
  /** Nothing more is expected. */
  readonly isDone: boolean;
  readonly hasReplay: boolean;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** The summary of a broadcast after its end. */
export function ReceiptFrame({ title, state, isDone, hasReplay, onDismiss, children }: ReceiptFrameProps) {
  return (
    <section
      aria-label={t('browserStream.receiptTitle')}
      data-receipt={state}
      className="flex items-start gap-3 card p-4 sm:gap-4"
    >
      {hasReplay ? (
        <CircleCheck className="size-6 shrink-0 text-success" />
      ) : (
        <FanMark spinning={!isDone} className="size-6 shrink-0 text-accent" />
      )}
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </h2>
        {children}
      </div>
      <IconButton label={t('browserStream.dismissReceipt')} onClick={onDismiss} className="-m-2">
        <X className="size-4" />
      </IconButton>
    </section>
  );
}

/** What a broadcast of the user has brought, after its end; nothing until it is loaded. */
export function BroadcastFigures({ streamId }: { readonly streamId: string }) {
  const { data } = useQuery({
    queryKey: ['stream-health', 'figures', streamId],
    queryFn: ({ signal }) =>
      call('GET /stream-health/figures/{stream_id}', { params: { stream_id: streamId }, signal }),
    staleTime: Infinity,
    meta: { failureLog: 'Error fetching the figures of a broadcast' },
  });
  if (!data) return null;
  const { peak_viewers: viewers, new_followers: followers, messages } = data;
  return (
    <p className="mt-0.5 text-sm text-soft tabular-nums">
      {t('streamHealth.broadcastFigures', { viewers, followers, messages })}
    </p>
  );
}
