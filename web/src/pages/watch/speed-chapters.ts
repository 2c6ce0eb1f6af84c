import { chaptersOf, MIN_CHAPTER_S } from '#shared/plain/videos/chapters.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { timedFetch } from '#web/lib/api/timed-fetch.ts';

/** Lines for a description: a chapter for each speed of the fan. Empty where there are too few. Rejects if loading fails. */
export async function readSpeedChapters(curveUrl: string): Promise<string> {
  const response = await timedFetch(curveUrl);
  if (!response.ok) throw new Error(`The readings answered ${response.status}`);
  const { parseCurve, speedWords, stepsOf } = await import('#web/features/player/controls/curve/curve.ts');
  const points = parseCurve(await response.text());
  const steps = stepsOf(points);
  const [first] = steps;
  if (!first) return '';
  const starts = [{ atS: 0, speed: first.from }];
  for (const { atS, to } of steps)
    if (atS - starts.at(-1)!.atS >= MIN_CHAPTER_S) starts.push({ atS, speed: to });
  const lines = starts.map(({ atS, speed }) => `${formatClock(atS)} ${speedWords(speed)}`);
  const isChaptered = chaptersOf(lines.join('\n'), points.at(-1)!.endS).length > 0;
  return isChaptered ? lines.join('\n') : '';
}
