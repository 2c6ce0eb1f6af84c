import { formatClock } from '#web/lib/i18n/numbers.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { LiveBadge } from '#web/ui/badge.tsx';
import { ChannelAddress } from '#web/ui/channel-address.tsx';
import { OwnViewerCount, type OwnViewers } from '#web/ui/own-viewers.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface OnAirBarProps {
  /** `/channel/{username}`. */
  readonly channelPath: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly viewers: OwnViewers;
}

export function OnAirBar({ channelPath, startedAt, viewers }: OnAirBarProps) {
  const elapsedS = Math.max(0, (serverTime(useNow(1000)) - Date.parse(startedAt)) / 1000);
  return (
    <section
      aria-label={t('onAir.bar')}
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-1 card px-4 py-2.5 tabular-nums"
    >
      <p className="flex items-center gap-2 font-medium">
        <LiveBadge />
        <span role="timer" aria-label={t('common.timeLive')}>
          {formatClock(elapsedS)}
        </span>
      </p>
      <p className="font-medium">
        <OwnViewerCount viewers={viewers} />
      </p>
      <ChannelAddress channelPath={channelPath} className="min-w-0 sm:ms-auto" />
    </section>
  );
}
