import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Play, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BrowserStream } from '../../../../../shared/live/browser-stream.ts';
import { paths } from '../../../lib/paths.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { TextLink } from '../../../ui/links/links.tsx';
import {
  broadcastQuery,
  costLine,
  countsLine,
  forgetReceipt,
  receiptOf,
  replayLine,
  savedLine,
} from './receipt.ts';
import { rich } from '../../../lib/i18n/rich.tsx';
import { t } from '../../../lib/i18n/messages.ts';

interface ReceiptCardProps {
  readonly streamId: string;
  readonly username: string;
  readonly onDismiss: () => void;
  /** Called when the replay is available, so that lists of videos can be updated. */
  readonly onReplay: () => void;
}

export function ReceiptCard({ streamId, username, onDismiss, onReplay }: ReceiptCardProps) {
  const { data, error } = useQuery(broadcastQuery(streamId));
  const hasReplay = data?.status === 'ended' && data.video_id !== null;
  const notify = useEffectEvent(onReplay);
  useEffect(() => {
    if (hasReplay) notify();
  }, [hasReplay]);
  // It does not exist or belongs to another user: nothing to display.
  if (!data && error instanceof ApiFailure && error.status > 0 && error.status < 500) return null;
  return (
    <section
      aria-label={t('browserStream.receiptTitle')}
      data-receipt={data?.status ?? 'loading'}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4 sm:gap-4"
    >
      {hasReplay ? (
        <CircleCheck className="size-6 shrink-0 text-success" />
      ) : (
        <FanMark spinning={data?.status !== 'ended'} className="size-6 shrink-0 text-accent" />
      )}
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="font-semibold wrap-anywhere">
          {data?.title ?? t('browserStream.receiptTitle')}
        </h2>
        {data ? (
          <Outcome broadcast={data} username={username} />
        ) : (
          <p className="mt-0.5 text-sm text-soft">{t('common.loading')}</p>
        )}
      </div>
      <IconButton label={t('browserStream.dismissReceipt')} onClick={onDismiss} className="-m-2">
        <X className="size-4" />
      </IconButton>
    </section>
  );
}

type OutcomeProps = Pick<ReceiptCardProps, 'username'> & { readonly broadcast: BrowserStream };

function Outcome({ broadcast, username }: OutcomeProps) {
  const { chunks, video_id } = broadcast;
  const line = replayLine(broadcast);
  const cost = costLine(broadcast);
  return (
    <>
      <p className="mt-0.5 tabular-nums">{savedLine(broadcast)}</p>
      <p className="mt-0.5 text-xs text-soft tabular-nums">{countsLine(broadcast)}</p>
      {cost !== null && <p className="mt-0.5 text-xs text-soft tabular-nums">{cost}</p>}
      {chunks.stored < chunks.recorded && <Missing />}
      {/* One element that stays mounted, so that screen readers announce the change. */}
      <p role="status" className="mt-2 text-sm font-medium">
        {line ?? t('browserStream.replayReady')}
      </p>
      {line === null && video_id !== null && (
        <ButtonLink to={paths.video(username, video_id)} size="sm" className="mt-3">
          <Play className="size-4" />
          {t('browserStream.watchReplay')}
        </ButtonLink>
      )}
    </>
  );
}

const Missing = () => (
  <p className="mt-1 text-sm text-soft">
    {rich('browserStream.uploadIncomplete', {
      link: (text) => <TextLink to={paths.goLive()}>{text}</TextLink>,
    })}
  </p>
);

type BroadcastReceiptProps = Pick<ReceiptCardProps, 'username' | 'onReplay'> & { readonly userId: string };

export function BroadcastReceipt({ userId, username, onReplay }: BroadcastReceiptProps) {
  const [streamId, setStreamId] = useState(() => receiptOf(userId));
  if (streamId === null) return null;
  const dismiss = () => {
    forgetReceipt();
    setStreamId(null);
  };
  return <ReceiptCard streamId={streamId} username={username} onDismiss={dismiss} onReplay={onReplay} />;
}
