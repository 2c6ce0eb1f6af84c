/** Figures of days and broadcasts, as the contract has them. Pure. */
import { HOUR_S, isoTime } from '#shared/plain/time.ts';
import {
  type BroadcastPoint,
  type BroadcastStatistics,
  type DayFigures,
  MAX_BROADCAST_POINTS,
  type PeriodFigures,
} from '#shared/live/statistics.ts';
import { type AudienceHour, type HourFigures, minuteOf, together } from './hours.ts';

const MINUTES_AN_HOUR = 60;

/** Of a day. */
export interface Day extends HourFigures {
  readonly date: string;
  readonly newFollowers: number;
  readonly videoViews: number;
  readonly videoWatchedS: number;
}

/** Of a broadcast. Times in ms since 1970. */
export interface Broadcast extends HourFigures {
  readonly startMs: number;
  readonly lastAtMs: number;
  readonly title: string;
  readonly newFollowers: number;
}

export function periodFigures(days: readonly Day[]): PeriodFigures {
  const { minutes, viewerMinutes, peak, messages } = together(days);
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    peak_viewers: peak,
    average_viewers: averageOf({ minutes, viewerMinutes }),
    live_hours: rounded(minutes / MINUTES_AN_HOUR),
    watched_hours: rounded(
      viewerMinutes / MINUTES_AN_HOUR + sum(({ videoWatchedS }) => videoWatchedS) / HOUR_S,
    ),
    video_views: sum(({ videoViews }) => videoViews),
    messages,
    new_followers: sum(({ newFollowers }) => newFollowers),
  };
}

export const dayFigures = (day: Day): DayFigures => ({ date: day.date, ...periodFigures([day]) });

export const broadcastFigures = (broadcast: Broadcast): BroadcastStatistics => {
  const { startMs, lastAtMs, title, viewerMinutes, peak, messages, newFollowers } = broadcast;
  return {
    started_at: isoTime(startMs),
    ended_at: isoTime(lastAtMs),
    title,
    peak_viewers: peak,
    average_viewers: averageOf(broadcast),
    watched_hours: rounded(viewerMinutes / MINUTES_AN_HOUR),
    messages,
    new_followers: newFollowers,
  };
};

const averageOf = ({ minutes, viewerMinutes }: Pick<HourFigures, 'minutes' | 'viewerMinutes'>): number =>
  rounded(minutes > 0 ? viewerMinutes / minutes : 0);

/** The points of a broadcast in order, at most so many: several minutes are one point with their most viewers. */
export function broadcastPoints(
  hours: readonly AudienceHour[],
  { startMs, lastAtMs }: Pick<Broadcast, 'startMs' | 'lastAtMs'>,
): BroadcastPoint[] {
  const points = hours.flatMap(({ hourMs, points: ofHour, messages }) =>
    ofHour
      .filter(({ atMs }) => atMs >= startMs && atMs <= lastAtMs)
      .map(({ atMs, viewers, followers }) => ({
        at: isoTime(atMs),
        viewers,
        messages: messages[minuteOf(atMs, hourMs)] ?? 0,
        followers: followers ?? null,
      })),
  );
  const size = Math.ceil(points.length / MAX_BROADCAST_POINTS);
  if (size <= 1) return points;
  const parts = Map.groupBy(points, (_, at) => Math.floor(at / size));
  return [...parts.values()].map((part) => ({
    ...part[0]!,
    viewers: Math.max(...part.map(({ viewers }) => viewers)),
    messages: Math.round(part.reduce((sum, { messages }) => sum + messages, 0) / part.length),
  }));
}

/** In percent of the viewers. */
export const retentionOf = (steps: readonly number[], viewers: number): number[] =>
  steps.map((played) => Math.min(100, Math.round((100 * played) / viewers)));

/** With two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
