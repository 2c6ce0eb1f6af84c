import { useEffect, useRef } from 'react';
import { useMedia } from '#web/lib/hooks/browser-hooks.ts';
import { heightOf, ROWS } from '../signal/spectrum/spectrogram.ts';
import { formatHertz } from '#web/lib/i18n/units.ts';

/** A minute, at eight columns a second. */
const COLUMNS = 480;

/** Update interval with reduced motion. */
const CALM_MS = 1000;

/** From the page's dark colour via its accent to nearly white. */
const COLOURS = [
  [0, 9, 14, 18],
  [110, 17, 66, 78],
  [200, 79, 209, 217],
  [255, 240, 252, 252],
] as const;

const MARKS_HZ = [100, 1000];

function colourOf(brightness: number): readonly [number, number, number] {
  const above = COLOURS.findIndex(([from]) => from >= brightness);
  const [to, ...high] = COLOURS[Math.max(1, above)] ?? COLOURS[1];
  const [from, ...low] = COLOURS[Math.max(1, above) - 1] ?? COLOURS[0];
  const share = (brightness - from) / (to - from);
  const mix = (at: 0 | 1 | 2) => Math.round(low[at] + (high[at] - low[at]) * share);
  return [mix(0), mix(1), mix(2)];
}

interface SpectrogramCanvasProps {
  readonly follow: (add: (column: Uint8Array) => void) => () => void;
}

/** The spectrogram of the last minute: low frequencies at the bottom, the newest column at the right. */
export function SpectrogramCanvas({ follow }: SpectrogramCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    const waiting: Uint8Array[] = [];
    const draw = () => {
      const context = canvas.current?.getContext('2d');
      if (context) drawColumns(context, waiting.splice(0));
    };
    const unfollow = follow((column) => {
      waiting.push(column);
      if (!isCalm) draw();
    });
    const timer = isCalm ? setInterval(draw, CALM_MS) : undefined;
    return () => {
      unfollow();
      clearInterval(timer);
    };
  }, [follow, isCalm]);
  return (
    <div aria-hidden="true" className="relative h-24 overflow-hidden rounded-md bg-spectrogram @3xl:h-full">
      <canvas ref={canvas} width={COLUMNS} height={ROWS} className="absolute inset-0 size-full" />
      {MARKS_HZ.map((hertz) => (
        <span
          key={hertz}
          className="absolute start-1.5 translate-y-1/2 text-[0.6875rem] leading-none text-white/75"
          style={{ bottom: `${100 * heightOf(hertz)}%` }}
        >
          {formatHertz(hertz)}
        </span>
      ))}
    </div>
  );
}

function drawColumns(context: CanvasRenderingContext2D, columns: readonly Uint8Array[]): void {
  const fresh = columns.slice(-COLUMNS);
  if (fresh.length === 0) return;
  context.drawImage(context.canvas, -fresh.length, 0);
  const picture = context.createImageData(fresh.length, ROWS);
  fresh.forEach((column, at) => {
    column.forEach((brightness, row) => {
      picture.data.set([...colourOf(brightness), 255], ((ROWS - 1 - row) * fresh.length + at) * 4);
    });
  });
  context.putImageData(picture, COLUMNS - fresh.length, 0);
}
