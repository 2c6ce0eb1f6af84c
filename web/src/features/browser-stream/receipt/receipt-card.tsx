import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import { paths } from '#web/lib/paths.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { BroadcastFigures, ReceiptFrame } from '#web/ui/receipt-frame.tsx';
import { broadcastQuery, costLine, forgetReceipt, receiptOf, replayLine, savedLine } from './receipt.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

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
    <ReceiptFrame
      title={data?.title ?? t('browserStream.receiptTitle')}
      state={data?.status ?? 'loading'}
      isDone={data?.status === 'ended'}
      hasReplay={hasReplay}
      onDismiss={onDismiss}
    >
      {data ? (
        <Outcome broadcast={data} username={username} />
      ) : (
        <p className="mt-0.5 text-sm text-soft">{t('common.loading')}</p>
      )}
    </ReceiptFrame>
  );
}

type OutcomeProps = Pick<ReceiptCardProps, 'username'> & { readonly broadcast: BrowserStream };

function Outcome({ broadcast, username }: OutcomeProps) {
  const { chunks, status, stream_id, video_id } = broadcast;
  const line = replayLine(broadcast);
  const cost = costLine(broadcast);
  return (
    <>
      <p className="mt-0.5 tabular-nums">{savedLine(broadcast)}</p>
      {status !== 'live' && <BroadcastFigures streamId={stream_id} />}
      {cost !== null && <p className="mt-0.5 text-xs text-soft tabular-nums">{cost}</p>}
      {chunks.stored < chunks.recorded && <Missing />}
      {/* One element that stays mounted, so that screen readers announce the change. */}
      <p role="status" className="mt-2 text-sm font-medium">
        {line ?? t('browserStream.replayReady')}
      </p>
      {line === null && video_id !== null && (
        <ButtonLink to={paths.video(username, video_id)} size="sm" className="mt-3">
          <Play className="size-4" />
          {t('common.watchReplay')}
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

type BroadcastReceiptProps = Omit<ReceiptCardProps, 'streamId' | 'onDismiss'> & { readonly userId: string };

export function BroadcastReceipt({ userId, ...card }: BroadcastReceiptProps) {
  const [streamId, setStreamId] = useState(() => receiptOf(userId));
  if (streamId === null) return null;
  const dismiss = () => {
    forgetReceipt();
    setStreamId(null);
  };
  return <ReceiptCard {...card} streamId={streamId} onDismiss={dismiss} />;
}
