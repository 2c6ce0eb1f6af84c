import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { REPLAY_MIN_MS } from '#shared/limits.ts';
import type { StreamReceipt } from '#shared/live/streaming.ts';
import { DAY_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { call } from '#web/lib/api/api.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { aboutDollars, formatDuration } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { keep, readKept } from '#web/lib/kept.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { BroadcastFigures, ReceiptFrame } from '#web/ui/receipt-frame.tsx';

const DISMISSED = 'dismissedStreamReceipt';
const REFRESH_MS = 5000;
/** A recording may go on for a minute after the stream, and is then published. */
const REPLAY_WITHIN_MS = 5 * MINUTE_MS;

/** The button that ended the stream is further down. */
const reveal = (receipt: HTMLElement | null): void => receipt?.scrollIntoView({ block: 'nearest' });

/** The receipt of the last stream, for a day or until it is dismissed. */
export function StreamReceiptCard({ username }: { readonly username: string }) {
  const [dismissed, setDismissed] = useState(() => readKept('localStorage', DISMISSED));
  const nowMs = useNow(REFRESH_MS);
  const { data } = useQuery({
    queryKey: ['streaming', 'receipt'],
    queryFn: ({ signal }) => call('GET /streaming/receipt', { signal }),
    refetchInterval: ({ state }) => (isAwaiting(state.data, Date.now()) ? REFRESH_MS : false),
    staleTime: 0,
    retry: false,
    meta: { failureLog: 'Error fetching the receipt of the stream' },
  });
  if (!data || dismissed === data.stream_id || nowMs > Date.parse(data.ended_at) + DAY_MS) return null;
  const { stream_id, title, video_id } = data;
  const dismiss = () => {
    keep('localStorage', DISMISSED, stream_id);
    setDismissed(stream_id);
  };
  const isDone = !isAwaiting(data, nowMs);
  return (
    <div ref={reveal} className="mb-6 scroll-mt-[calc(var(--bar)+1.5rem)]">
      <ReceiptFrame
        title={title}
        state={isDone ? 'ended' : 'finishing'}
        isDone={isDone}
        hasReplay={video_id !== null}
        onDismiss={dismiss}
      >
        <Outcome receipt={data} isDone={isDone} username={username} />
      </ReceiptFrame>
    </div>
  );
}

/** Whether a replay may still come. */
function isAwaiting(receipt: StreamReceipt | null | undefined, nowMs: number): boolean {
  if (!receipt || receipt.video_id !== null || !receipt.keep_replay) return false;
  const isLongEnough = receipt.duration_s * 1000 >= REPLAY_MIN_MS;
  return isLongEnough && nowMs < Date.parse(receipt.ended_at) + REPLAY_WITHIN_MS;
}

interface OutcomeProps {
  readonly username: string;
  readonly receipt: StreamReceipt;
  readonly isDone: boolean;
}

function Outcome({ receipt, isDone, username }: OutcomeProps) {
  const { stream_id, ended_by, duration_s, video_id, cost_dollars: dollars } = receipt;
  return (
    <>
      <p className="mt-0.5 tabular-nums">
        {t('browserStream.liveFor', { durationS: formatDuration(Math.round(duration_s)) })}
      </p>
      {ended_by === 'silence' && <p className="mt-0.5 text-sm text-soft">{t('streaming.endedBySilence')}</p>}
      {ended_by === 'day limit' && <p className="mt-0.5 text-sm text-soft">{t('streaming.endedByLimit')}</p>}
      <BroadcastFigures streamId={stream_id} />
      {dollars !== undefined && (
        <p className="mt-0.5 text-xs text-soft tabular-nums">
          {t('browserStream.cost', { dollars: aboutDollars(dollars) })}
        </p>
      )}
      {/* One element that stays mounted, so that screen readers announce the change. */}
      <p role="status" className="mt-2 text-sm font-medium">
        {replayLine(receipt, isDone)}
      </p>
      {video_id !== null && (
        <ButtonLink to={paths.video(username, video_id)} size="sm" className="mt-3">
          <Play className="size-4" />
          {t('common.watchReplay')}
        </ButtonLink>
      )}
    </>
  );
}

function replayLine({ video_id, keep_replay }: StreamReceipt, isDone: boolean): string {
  if (video_id !== null) return t('browserStream.replayReady');
  if (!keep_replay) return t('browserStream.noReplayChosen');
  return isDone ? t('browserStream.noReplay') : t('browserStream.replayProcessing');
}
