import { t } from '../../../lib/i18n/messages.ts';
import { formatClock } from '../../../lib/i18n/numbers.ts';
import { Button } from '../../../ui/button.tsx';

interface ShiftOfferProps {
  /** Of the first caption in the file. */
  readonly first_ms: number;
  /** The shift that the server proposes. */
  readonly shift_ms: number;
  readonly busy: boolean;
  readonly onShift: (shiftMs: number) => void;
}

/** For captions on a broadcaster's clock: takes whole hours off, or starts at zero. */
export function ShiftOffer({ first_ms: firstMs, shift_ms: shiftMs, busy, onShift }: ShiftOfferProps) {
  return (
    <div className="rounded-lg border border-line px-4 py-3 text-sm">
      <p>{t('captionLines.clock', { time: formatClock(firstMs / 1000) })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {[...new Set([shiftMs, -firstMs])].map((byMs) => (
          <Button key={byMs} variant="secondary" size="sm" disabled={busy} onClick={() => onShift(byMs)}>
            {t('captionLines.shift', { time: formatClock((firstMs + byMs) / 1000) })}
          </Button>
        ))}
      </div>
    </div>
  );
}
