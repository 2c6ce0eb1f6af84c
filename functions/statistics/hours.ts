/** The sums of an hour of a channel's audience. Pure. Times in ms since 1970. */
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';

/** What the tick has counted at a minute. */
export interface AudienceMinute {
  readonly atMs: number;
  readonly viewers: number;
  /** The channel's followers; missing in points of an earlier version. */
  readonly followers?: number | undefined;
}

export interface AudienceHour {
  readonly hourMs: number;
  /** In order. */
  readonly points: readonly AudienceMinute[];
  /** When the broadcasts of the hour began; they may have begun before it. */
  readonly starts: readonly number[];
  /** Chat messages by minute of the hour. */
  readonly messages: readonly number[];
}

export interface HourFigures {
  /** Minutes on the air. */
  readonly minutes: number;
  /** The sum of the viewers of all minutes. */
  readonly viewerMinutes: number;
  readonly peak: number;
  /** Chat messages during broadcasts. */
  readonly messages: number;
}

export interface BroadcastHour extends HourFigures {
  readonly startMs: number;
  readonly lastAtMs: number;
  readonly firstFollowers: number;
  readonly lastFollowers: number;
}

/** Hours of a channel that are not summed up. */
export interface DueRollup {
  readonly channelId: string;
  readonly fromMs: number;
  readonly notes: number;
}

export interface NextRollup {
  /** When this one ran. */
  readonly atMs: number;
  /** The first minute that it has not seen. */
  readonly fromMs: number;
}

export interface RolledHour {
  readonly hourMs: number;
  readonly title: string;
  readonly broadcasts: readonly BroadcastHour[];
}

/** The broadcasts of an hour, in order. A point belongs to the broadcast that began last before it. */
export function broadcastsIn({ hourMs, points, starts, messages }: AudienceHour): BroadcastHour[] {
  const sorted = starts.toSorted((a, b) => a - b);
  return sorted.flatMap((startMs, at) => {
    const nextMs = sorted[at + 1] ?? Infinity;
    const own = points.filter(({ atMs }) => atMs >= startMs && atMs < nextMs);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    const fromMinute = minuteOf(Math.max(startMs, hourMs), hourMs);
    const written = messages.slice(fromMinute, minuteOf(last.atMs, hourMs) + 1);
    return [
      {
        startMs,
        lastAtMs: last.atMs,
        minutes: own.length,
        viewerMinutes: sumOf(own.map(({ viewers }) => viewers)),
        peak: Math.max(...own.map(({ viewers }) => viewers)),
        messages: sumOf(written),
        firstFollowers: first.followers ?? 0,
        lastFollowers: last.followers ?? 0,
      },
    ];
  });
}

const NO_FIGURES: HourFigures = { minutes: 0, viewerMinutes: 0, peak: 0, messages: 0 };

export const together = (parts: readonly HourFigures[]): HourFigures =>
  parts.reduce(
    (sum, part) => ({
      minutes: sum.minutes + part.minutes,
      viewerMinutes: sum.viewerMinutes + part.viewerMinutes,
      peak: Math.max(sum.peak, part.peak),
      messages: sum.messages + part.messages,
    }),
    NO_FIGURES,
  );

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;
export const minuteOf = (atMs: number, hourMs: number): number => Math.floor((atMs - hourMs) / MINUTE_MS);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
