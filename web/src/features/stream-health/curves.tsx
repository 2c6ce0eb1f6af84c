import type { StreamHealth } from '#shared/live/stream-health.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Charts of the bitrate and of the viewers, each from two values on. */
export function Curves({ rates, audience }: Pick<StreamHealth, 'rates' | 'audience'>) {
  return (
    <div className="grid gap-3 empty:hidden">
      {rates.length > 1 && (
        <Curve
          label={t('streamHealth.bitrateChart')}
          caption={t('streamHealth.bitrateCaption')}
          values={rates.map((point) => point.bits_per_second)}
          format={formatBitrate}
        />
      )}
      {audience.length > 1 && (
        <Curve
          label={t('streamHealth.viewersChart')}
          caption={t('streamHealth.viewersCaption')}
          values={audience.map(({ viewers }) => viewers)}
          format={formatCount}
        />
      )}
    </div>
  );
}

interface CurveProps {
  /** Accessible name; first, last and highest value are added. */
  readonly label: string;
  readonly caption: string;
  /** At least two, evenly apart. */
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

const WIDTH = 100;
const HEIGHT = 28;

/** A small line chart from 0 to its maximum, with a text alternative. */
function Curve({ label, caption, values, format }: CurveProps) {
  const highest = Math.max(...values, 0);
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH;
    const y = HEIGHT - (highest > 0 ? value / highest : 0) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className="min-w-0">
      <figcaption className="flex justify-between gap-2 text-xs text-soft tabular-nums">
        <span>{caption}</span>
        <span>{t('streamHealth.upToHighest', { highest: format(highest) })}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t('streamHealth.chartSummary', {
          label,
          first: format(first),
          last: format(last),
          highest: format(highest),
        })}
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="mt-1 block h-10 w-full text-accent"
      >
        <polygon
          points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
          className="fill-current opacity-15"
        />
        <polyline
          points={points.join(' ')}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-current stroke-2"
          strokeLinejoin="round"
        />
      </svg>
    </figure>
  );
}
