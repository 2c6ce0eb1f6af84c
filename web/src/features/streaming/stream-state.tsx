import { INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';

/** Whether viewers see the stream that is open; announced when that changes. */
export function StreamState({ status }: { readonly status: StreamStatus }) {
  const { ingest, interrupted_since } = status;
  const isReceiving = ingest === 'receiving';
  return (
    <div
      role="status"
      data-ingest={ingest ?? undefined}
      // What has to be done in OBS stays in sight.
      className={`mb-6 flex items-center gap-3 rounded-md p-3 ${isReceiving ? 'bg-success-dim' : 'sticky top-[calc(var(--bar)+0.5rem)] z-raised bg-raised shadow-popup'}`}
    >
      <FanMark
        spinning={isReceiving}
        className={`size-6 shrink-0 ${isReceiving ? 'text-success' : 'text-soft'}`}
      />
      <div className="min-w-0">
        <p className={`text-sm font-semibold ${isReceiving ? 'text-success' : ''}`}>{titleOf(status)}</p>
        <p className="text-sm text-soft">
          {interrupted_since === undefined ? (
            hintOf(isReceiving)
          ) : (
            <TimeLeft interruptedAtMs={Date.parse(interrupted_since)} />
          )}
        </p>
      </div>
    </div>
  );
}

function titleOf({ ingest, interrupted_since }: StreamStatus): string {
  if (interrupted_since !== undefined) return t('streaming.interrupted');
  return ingest === 'receiving' ? t('streaming.encoderConnected') : t('streaming.ready');
}

const hintOf = (isReceiving: boolean): string =>
  isReceiving ? t('streaming.encoderConnectedHint') : t('streaming.readyHint');

function TimeLeft({ interruptedAtMs }: { readonly interruptedAtMs: number }) {
  const leftMs = interruptedAtMs + INTERRUPTION_MAX_MS - serverTime(useNow(1000));
  if (leftMs <= 0) return t('streaming.endingSoon');
  return rich('streaming.interruptedHint', {
    time: formatDuration(leftMs / 1000),
    // Changes each second, and is not announced each time.
    left: (text) => <span role="timer">{text}</span>,
  });
}
