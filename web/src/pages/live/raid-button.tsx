import { Send } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import type { Raid } from '#shared/live/raids.ts';
import { RAID_COUNTDOWN_MS } from '#shared/limits.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';

const RaidDialog = overlayOnDemand(() => import('./raid-dialog.tsx'), 'RaidDialog');
const RaidUnderWay = overlayOnDemand(() => import('#web/features/raids/raid-under-way.tsx'), 'RaidUnderWay');

interface RaidButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  /** The user's own. */
  readonly channel: Channel | undefined;
  readonly onEnd: () => void;
}

interface Started {
  readonly raid: Raid;
  readonly endsAtMs: number | null;
}

/** Sends the viewers of the user's live channel to another one, and then ends the stream where that is wanted. */
export function RaidButton({ channel, onEnd, ...style }: RaidButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [started, setStarted] = useState<Started | null>(null);
  const endsAtMs = started?.endsAtMs ?? null;
  const end = () => {
    setIsOpen(false);
    setStarted(null);
    onEnd();
  };
  const endInTime = useEffectEvent(() => channel?.is_live && end());
  useEffect(() => {
    if (endsAtMs === null) return undefined;
    const timer = setTimeout(() => endInTime(), endsAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  if (!channel?.is_live) return null;
  const close = () => setIsOpen(false);
  const keep = () => {
    close();
    setStarted(null);
  };
  const start = (raid: Raid, endsAfter: boolean) =>
    setStarted({ raid, endsAtMs: endsAfter ? Date.now() + RAID_COUNTDOWN_MS : null });
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)} {...style}>
        <Send className="rtl:-scale-x-100 size-4" />
        {t('raids.raid')}
      </Button>
      {isOpen && !started && <RaidDialog channel={channel} onRaided={start} onClose={close} />}
      {/* Closed, it still ends the stream in time. */}
      {isOpen && started && (
        <RaidUnderWay {...started} onKeep={keep} onEnd={end} onClose={endsAtMs === null ? keep : close} />
      )}
    </>
  );
}
