import { t } from '#web/lib/i18n/messages.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';

interface ShiftOfferProps {
  /** Of the first caption in the file. */
  readonly first_ms: number;
  /** The shift that the server proposes. */
  readonly shift_ms: number;
  /** Otherwise the file was refused. */
  readonly isSaved: boolean;
  readonly busy: boolean;
  readonly onShift: (shiftMs: number) => void;
}

/** For captions on a broadcaster's clock: takes whole hours off, or starts at zero. */
export function ShiftOffer(props: ShiftOfferProps) {
  const { first_ms: firstMs, shift_ms: shiftMs, isSaved, busy, onShift } = props;
  const clock = (byMs: number) => formatClock((firstMs + byMs) / 1000);
  return (
    <div className="space-y-3 rounded-card border border-line p-4 text-sm">
      <p>{isSaved ? t('captionLines.clock', { time: clock(0) }) : t('captionLines.shiftAll')}</p>
      <div className="flex flex-wrap gap-3">
        {[...new Set([shiftMs, -firstMs])].map((byMs) => (
          <Button key={byMs} variant="secondary" disabled={busy} onClick={() => onShift(byMs)}>
            {t('captionLines.shift', { time: clock(byMs) })}
          </Button>
        ))}
      </div>
    </div>
  );
}
