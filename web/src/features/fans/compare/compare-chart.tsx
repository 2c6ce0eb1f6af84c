import type { OwnedFan } from '#shared/channels/fans.ts';
import type { Measure } from '#shared/plain/fans/fan-measures.ts';
import { fanName } from '../fan-picture.tsx';
import { formatNumber } from '#web/lib/i18n/numbers.ts';
import { measureLabel, measureWords, toUnits, type Units } from '../units/units.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface CompareChartProps {
  readonly title: string;
  readonly x: Measure;
  readonly y: Measure;
  readonly fans: readonly OwnedFan[];
  readonly units: Units;
}

const [WIDTH, HEIGHT] = [420, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [68, 20, 16, 48];

const NEAR = 30;

/** A scatter chart of two measures. The table has the same data as text. */
export function CompareChart({ title, x, y, fans, units }: CompareChartProps) {
  const points = fans.flatMap((fan, at) => {
    const [across, up] = [fan[x], fan[y]];
    if (across === null || up === null) return [];
    return [{ fan, at, across: toUnits(x, across, units), up: toUnits(y, up, units) }];
  });
  return (
    <figure className="min-w-0 card p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      {points.length < 2 ? (
        <p className="mt-2 text-sm text-soft">{t('fans.notEnoughData')}</p>
      ) : (
        <Picture points={points} x={x} y={y} units={units} title={title} />
      )}
    </figure>
  );
}

interface Point {
  readonly fan: OwnedFan;
  readonly at: number;
  readonly across: number;
  readonly up: number;
}

interface PictureProps extends Omit<CompareChartProps, 'fans'> {
  readonly points: readonly Point[];
}

function Picture({ points, x, y, units, title }: PictureProps) {
  const [ticksX, ticksY] = [ticksOf(points.map((p) => p.across)), ticksOf(points.map((p) => p.up))];
  const atX = (value: number) => LEFT + positionIn(ticksX, value) * (WIDTH - LEFT - RIGHT);
  const atY = (value: number) => HEIGHT - BOTTOM - positionIn(ticksY, value) * (HEIGHT - TOP - BOTTOM);
  const positions = points.map(({ across, up }) => ({ x: atX(across), y: atY(up) }));
  const sides = sidesOf(positions, NEAR);
  const words = points.map(
    ({ fan, at }) =>
      `${letterOf(at)}, ${fanName(fan)}: ${measureWords(x, fan[x]!, units)}, ${measureWords(y, fan[y]!, units)}`,
  );
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}. ${words.join('. ')}.`}
      className="mt-2 w-full text-ink"
    >
      <g className="text-line" stroke="currentColor">
        {ticksX.map((tick) => (
          <line key={tick} x1={atX(tick)} x2={atX(tick)} y1={TOP} y2={HEIGHT - BOTTOM} />
        ))}
        {ticksY.map((tick) => (
          <line key={tick} y1={atY(tick)} y2={atY(tick)} x1={LEFT} x2={WIDTH - RIGHT} />
        ))}
      </g>
      <g className="text-soft" fill="currentColor" fontSize="11">
        {ticksX.map((tick) => (
          <text key={tick} x={atX(tick)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
            {formatNumber(tick, 2)}
          </text>
        ))}
        {ticksY.map((tick) => (
          <text key={tick} x={LEFT - 8} y={atY(tick) + 4} textAnchor="end">
            {formatNumber(tick, 2)}
          </text>
        ))}
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 8} textAnchor="middle" fontSize="12">
          {measureLabel(x, units)}
        </text>
        <text
          transform={`translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`}
          textAnchor="middle"
          fontSize="12"
        >
          {measureLabel(y, units)}
        </text>
      </g>
      {points.map(({ fan, at }, index) => {
        const { x: left, y: top } = positions[index]!;
        const isLeft = sides[index] === 'left';
        return (
          <g key={fan.id} className="text-accent" fill="currentColor">
            <circle cx={left} cy={top} r="5" />
            <text
              x={left + (isLeft ? -9 : 9)}
              y={top + 5}
              textAnchor={isLeft ? 'end' : 'start'}
              fontSize="15"
              fontWeight="700"
            >
              {letterOf(at)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The letter of a fan in the table and the charts of a comparison: the first is A. */
export const letterOf = (at: number): string => String.fromCodePoint(65 + at);

/** Readable steps: one, two or five times a power of ten. */
const NICE = [1, 2, 5, 10];

/** The ticks of an axis that includes all values, about `most` of them, and none below 0. */
export function ticksOf(values: readonly number[], most = 5): number[] {
  const [least, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - least || Math.abs(highest) || 1;
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((nice) => nice * power >= rough) ?? 10) * power;
  // From 0 (first tick) to 1 (last tick).
  const first = Math.max(0, Math.floor((least - step / 4) / step));
  const last = Math.ceil((highest + step / 4) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

export const positionIn = (ticks: readonly number[], value: number): number => {
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  return (value - first) / (last - first);
};

interface Position {
  readonly x: number;
  readonly y: number;
}

/** The side of each point on which its letter is placed, so that letters of close points do not overlap. */
export const sidesOf = (positions: readonly Position[], near: number): ('left' | 'right')[] =>
  positions.map(({ x, y }, at) =>
    positions.some((other, otherAt) => {
      const isRight = other.x > x || (other.x === x && otherAt > at);
      return isRight && other.x - x < near && Math.abs(other.y - y) < near;
    })
      ? 'left'
      : 'right',
  );
