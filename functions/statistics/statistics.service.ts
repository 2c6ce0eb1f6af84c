import { type StatisticsDays, VIDEO_STEPS } from '#shared/limits.ts';
import { DAY_MS, HOUR_S } from '#shared/plain/time.ts';
import type { Channel } from '#shared/channels/channels.ts';
import {
  type BroadcastDetails,
  type BroadcastStatistics,
  type ChannelStatistics,
  MIN_GROUP,
  type VideoDetails,
  type VideoStatistics,
} from '#shared/live/statistics.ts';
import type { Video } from '#shared/videos/videos.ts';
import { dayOf } from '#functions/base/day.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { AudienceHour } from './hours.ts';
import {
  broadcastFigures,
  broadcastPoints,
  dayFigures,
  periodFigures,
  retentionOf,
  rounded,
} from './figures.ts';
import { visibleGroups } from './groups.ts';
import type { Arrivals } from './arrivals.repository.ts';
import type { StatisticsRepository } from './statistics.repository.ts';

export interface StatisticsDeps {
  readonly statistics: StatisticsRepository;
  /** `null` for one that is not public. */
  readonly findChannel: (id: string) => Promise<Channel | null>;
  readonly isModerator: (channelId: string, personId: string) => Promise<boolean>;
  readonly listHours: (channelId: string, fromMs: number, toMs: number) => Promise<readonly AudienceHour[]>;
  readonly listVideos: (
    list: PageRequest & { readonly channelId: string; readonly list: 'all' | 'listed' },
  ) => Promise<Page<Video>>;
  /** A video that the caller may see. Throws `not_found`. */
  readonly getVideo: (callerId: string, id: string) => Promise<Video>;
  readonly readArrivals: (id: string, of: { readonly startMs: number } | 'video') => Promise<Arrivals>;
  readonly clock: () => number;
}

/**
 * Throws `not_found`, and `forbidden` unless the caller is the owner, or a moderator whom the owner allows it. While the owner
 * hides the number of viewers, moderators do not read it here either.
 */
async function requireReader(
  { statistics, findChannel, isModerator }: StatisticsDeps,
  callerId: string,
  channelId: string,
): Promise<void> {
  if (callerId === channelId) return;
  const { viewers } = requireFound(await findChannel(channelId), 'channel');
  const [moderates, isShared] = await Promise.all([
    isModerator(channelId, callerId),
    statistics.isForModerators(channelId),
  ]);
  if (!moderates || !isShared || viewers === undefined)
    throw new DomainError('forbidden', 'not_your_statistics');
}

const shiftedDay = (nowMs: number, days: number): string => dayOf(nowMs - days * DAY_MS);

export async function channelStatistics(
  deps: StatisticsDeps,
  callerId: string,
  { id, days }: { readonly id: string; readonly days: StatisticsDays },
): Promise<ChannelStatistics> {
  await requireReader(deps, callerId, id);
  const { statistics } = deps;
  const nowMs = deps.clock();
  const [count, today] = [Number(days), dayOf(nowMs)];
  const [all, for_moderators] = await Promise.all([
    statistics.listDays(id, shiftedDay(nowMs, 2 * count - 1), today),
    statistics.isForModerators(id),
  ]);
  const first = shiftedDay(nowMs, count - 1);
  const current = all.filter(({ date }) => date >= first);
  return {
    days: current.map(dayFigures),
    total: periodFigures(current),
    before: periodFigures(all.filter(({ date }) => date < first)),
    for_moderators,
  };
}

/** Throws `forbidden` for anybody but the owner. */
export async function setStatisticsReaders(
  { statistics }: Pick<StatisticsDeps, 'statistics'>,
  callerId: string,
  { id, forModerators }: { readonly id: string; readonly forModerators: boolean },
): Promise<void> {
  if (callerId !== id) throw new DomainError('forbidden', 'not_your_statistics');
  await statistics.setForModerators(id, forModerators);
}

export async function listBroadcasts(
  deps: StatisticsDeps,
  callerId: string,
  { id, ...part }: PageRequest & { readonly id: string },
): Promise<Page<BroadcastStatistics>> {
  await requireReader(deps, callerId, id);
  const page = await deps.statistics.listBroadcasts(id, part);
  return { ...page, items: page.items.map(broadcastFigures) };
}

export async function broadcastDetails(
  deps: StatisticsDeps,
  callerId: string,
  { id, startMs }: { readonly id: string; readonly startMs: number },
): Promise<BroadcastDetails> {
  await requireReader(deps, callerId, id);
  const broadcast = requireFound(await deps.statistics.findBroadcast(id, startMs), 'broadcast');
  const [hours, arrivals] = await Promise.all([
    deps.listHours(id, startMs, broadcast.lastAtMs),
    deps.readArrivals(id, { startMs }),
  ]);
  return {
    ...broadcastFigures(broadcast),
    points: broadcastPoints(hours, broadcast),
    ...originsOf(arrivals),
  };
}

const originsOf = ({ sources, languages }: Arrivals) => ({
  sources: visibleGroups(sources),
  languages: visibleGroups(languages),
});

export async function listVideoStatistics(
  deps: StatisticsDeps,
  callerId: string,
  { id, ...part }: PageRequest & { readonly id: string },
): Promise<Page<VideoStatistics>> {
  await requireReader(deps, callerId, id);
  const list = callerId === id ? 'all' : 'listed';
  const page = await deps.listVideos({ channelId: id, list, ...part });
  const totals = await deps.statistics.findVideos(
    id,
    page.items.map((video) => video.id),
  );
  const items = page.items.map((video) => videoFigures(video, totals.get(video.id)?.steps ?? 0));
  return { ...page, items };
}

const videoFigures = (video: Video, steps: number): VideoStatistics => ({
  video_id: video.id,
  title: video.title,
  created_at: video.created_at,
  duration_s: video.duration_s ?? 0,
  views: video.views,
  watched_hours: rounded((steps * (video.duration_s ?? 0)) / VIDEO_STEPS / HOUR_S),
});

export async function videoDetails(
  deps: StatisticsDeps,
  callerId: string,
  { id, videoId }: { readonly id: string; readonly videoId: string },
): Promise<VideoDetails> {
  await requireReader(deps, callerId, id);
  const video = await deps.getVideo(callerId, videoId);
  if (video.channel_id !== id) throw notFound('video');
  const arrivals = await deps.readArrivals(videoId, 'video');
  const { viewers, steps } = arrivals;
  return {
    ...videoFigures(
      video,
      steps.reduce((sum, played) => sum + played, 0),
    ),
    retention: viewers >= MIN_GROUP ? retentionOf(steps, viewers) : null,
    ...originsOf(arrivals),
  };
}
