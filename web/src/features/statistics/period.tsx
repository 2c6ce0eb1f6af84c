import type { StatisticsDays } from '#shared/limits.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import type { ChannelStatistics, PeriodFigures } from '#shared/live/statistics.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { formatPlainDay } from '#web/lib/i18n/dates.ts';
import { formatNumber, formatPercent } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { LineChart } from './line-chart.tsx';

interface Figure {
  readonly name: keyof PeriodFigures;
  readonly label: string;
  readonly digits?: number;
}

const figures = (): readonly Figure[] => [
  { name: 'watched_hours', label: t('statistics.watchedHours'), digits: 1 },
  { name: 'average_viewers', label: t('statistics.averageViewers'), digits: 1 },
  { name: 'peak_viewers', label: t('statistics.peakViewers') },
  { name: 'live_hours', label: t('statistics.liveHours'), digits: 1 },
  { name: 'new_followers', label: t('statistics.newFollowers') },
  { name: 'messages', label: t('statistics.messages') },
  { name: 'video_views', label: t('statistics.videoViews') },
];

interface PeriodProps {
  readonly statistics: ChannelStatistics;
  readonly days: StatisticsDays;
}

/** The figures of a period, their changes, and the viewers of each day. */
export function Period({ statistics: { total, before, days: withFigures }, days }: PeriodProps) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {figures().map(({ name, label, digits = 0 }) => (
          <div key={name} className="card flex flex-col p-4">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="mt-1 text-2xl font-bold tabular-nums">{formatNumber(total[name], digits)}</dd>
            <dd className="mt-auto pt-1 text-xs text-soft tabular-nums">
              {changeText(total[name], before[name], Number(days))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="card mt-4 grid gap-8 p-4 sm:p-6 lg:grid-cols-2">
        <LineChart
          title={t('statistics.watchedHours')}
          of={t('statistics.day')}
          points={pointsOf(withFigures, days, 'watched_hours')}
          format={(value) => formatNumber(value, 1)}
        />
        <LineChart
          title={t('statistics.peakViewers')}
          of={t('statistics.day')}
          points={pointsOf(withFigures, days, 'peak_viewers')}
          format={formatCount}
        />
      </div>
    </>
  );
}

/** A share says nothing of a change from or to less than nothing. */
function changeText(now: number, before: number, count: number): string {
  if (before <= 0 || now < 0) return t('statistics.before', { value: before, count });
  const share = (now - before) / before;
  return t('statistics.change', { change: `${share > 0 ? '+' : ''}${formatPercent(share)}`, count });
}

/** One for each day up to today (UTC). */
function pointsOf(
  withFigures: ChannelStatistics['days'],
  days: StatisticsDays,
  name: 'watched_hours' | 'peak_viewers',
) {
  const known = new Map(withFigures.map((day) => [day.date, day[name]]));
  const nowMs = Date.now();
  return Array.from({ length: Number(days) }, (_, at) => {
    const date = new Date(nowMs - (Number(days) - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { label: formatPlainDay(date), value: known.get(date) ?? 0 };
  });
}
