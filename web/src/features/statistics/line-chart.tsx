import { area, curveMonotoneX, line } from 'd3-shape';
import { useId } from 'react';
import { isRightToLeft } from '#web/lib/i18n/direction.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface ChartPoint {
  /** The time or place, in words. */
  readonly label: string;
  readonly value: number;
}

interface LineChartProps {
  readonly title: string;
  /** Heads the column of the labels in the table. */
  readonly of: string;
  /** In order, evenly apart. */
  readonly points: readonly ChartPoint[];
  /** The upper end of the axis. @default the highest value */
  readonly highest?: number;
  readonly format: (value: number) => string;
}

const WIDTH = 600;
const HEIGHT = 160;
/** Lines of the grid, with the upper end. */
const GRID = [0, 0.5, 1];

/** A line over time from 0 to the highest value, and the same values as a table. */
export function LineChart({ title, of, points, format, highest = highestOf(points) }: LineChartProps) {
  const id = useId();
  const x = (at: number): number => {
    const along = points.length > 1 ? (at / (points.length - 1)) * WIDTH : WIDTH / 2;
    return isRightToLeft ? WIDTH - along : along;
  };
  const y = (value: number): number => HEIGHT - (value / highest) * HEIGHT;
  const outline = line<ChartPoint>(
    (_, at) => x(at),
    ({ value }) => y(value),
  ).curve(curveMonotoneX);
  const surface = area<ChartPoint>(
    (_, at) => x(at),
    HEIGHT,
    ({ value }) => y(value),
  ).curve(curveMonotoneX);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="min-w-0" aria-labelledby={id}>
      <figcaption id={id} className="text-sm font-semibold">
        {title}
      </figcaption>
      <div className="mt-2 flex gap-2 text-xs text-soft tabular-nums" aria-hidden="true">
        <div className="flex h-40 flex-col justify-between text-end leading-none">
          {GRID.toReversed().map((share) => (
            <span key={share}>{format(highest * share)}</span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-40 w-full overflow-visible text-accent"
          >
            {GRID.map((share) => (
              <line
                key={share}
                x2={WIDTH}
                y1={share * HEIGHT}
                y2={share * HEIGHT}
                vectorEffect="non-scaling-stroke"
                className="stroke-line"
              />
            ))}
            <path d={surface(points) ?? ''} className="fill-current opacity-15" />
            <path
              d={outline(points) ?? ''}
              vectorEffect="non-scaling-stroke"
              strokeLinecap="round"
              className="fill-none stroke-current stroke-2"
            />
          </svg>
          <div className="mt-1 flex justify-between gap-4">
            <span>{first?.label}</span>
            {points.length > 1 && <span>{last?.label}</span>}
          </div>
        </div>
      </div>
      <ChartTable title={title} of={of} points={points} format={format} />
    </figure>
  );
}

/** Even, so that half of it is a whole number of viewers too. */
const highestOf = (points: readonly ChartPoint[]): number =>
  2 * Math.ceil(Math.max(1, ...points.map(({ value }) => value)) / 2);

/** Also for those who do not see the chart. */
const ChartTable = ({ title, of, points, format }: Omit<LineChartProps, 'highest'>) => (
  <details className="mt-2 text-sm">
    <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink">
      {t('statistics.asTable')}
    </summary>
    <div
      className="mt-2 max-h-80 overflow-auto rounded-md border border-line"
      // Keys scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table className="w-full tabular-nums">
        <thead className="sticky top-0 bg-raised text-start">
          <tr>
            <th scope="col" className="px-3 py-2 text-start font-semibold">
              {of}
            </th>
            <th scope="col" className="px-3 py-2 text-end font-semibold">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-start font-normal">
                {label}
              </th>
              <td className="px-3 py-1.5 text-end">{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
