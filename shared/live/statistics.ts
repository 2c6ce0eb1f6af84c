/** What a channel's broadcasts and videos have brought. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id, PageQuery, Timestamp } from '../base/fields.ts';
import { STATISTICS_DAYS } from '../limits.ts';
import { routes } from '../base/route.ts';

const hours = () => z.number().check(z.gte(0));

const figures = {
  peak_viewers: count(),
  average_viewers: described(hours(), 'Over the minutes on the air'),
  live_hours: described(hours(), 'On the air'),
  watched_hours: described(hours(), 'Of broadcasts and videos; two viewers for half an hour are one hour'),
  video_views: count(),
  messages: described(count(), 'Written in the chat during broadcasts'),
  new_followers: described(z.int(), 'How many more followers there were at the end than at the beginning'),
};

export const PeriodFigures = entity('PeriodFigures', figures);
export type PeriodFigures = z.infer<typeof PeriodFigures>;

const DayFigures = z.object({ date: described(z.iso.date(), 'UTC'), ...figures });
export type DayFigures = z.infer<typeof DayFigures>;

export const ChannelStatistics = entity('ChannelStatistics', {
  days: described(z.array(DayFigures), 'In order; days without figures are left out'),
  total: PeriodFigures,
  before: described(PeriodFigures, 'Of as many days before'),
  for_moderators: described(z.boolean(), 'Whether the moderators of the chat may read all this'),
});
export type ChannelStatistics = z.infer<typeof ChannelStatistics>;

const broadcastFigures = {
  started_at: Timestamp,
  ended_at: described(Timestamp, 'The last minute that was counted'),
  title: z.string(),
  peak_viewers: count(),
  average_viewers: hours(),
  watched_hours: hours(),
  messages: count(),
  new_followers: z.int(),
};
export const BroadcastStatistics = entity('BroadcastStatistics', broadcastFigures);
export type BroadcastStatistics = z.infer<typeof BroadcastStatistics>;

/** Counts smaller than this could point at a person: groups are counted in steps of it. */
export const MIN_GROUP = 5;

const Group = z.object({
  name: z.string(),
  viewers: described(count(), `Rounded down to a multiple of ${MIN_GROUP}`),
});
export type Group = z.infer<typeof Group>;

const origins = {
  sources: described(
    z.array(Group),
    '`direct`, `site` (from another page of the site), `embed`, `notification`, `other`, or the host of another site. Groups that are too small are in `other`',
  ),
  languages: described(z.array(Group), 'Of the viewers’ browsers: `en`, or `other`'),
};

const BroadcastPoint = z.object({
  at: Timestamp,
  viewers: count(),
  messages: described(count(), 'In this minute'),
  followers: described(z.nullable(count()), 'Of the channel'),
});
export type BroadcastPoint = z.infer<typeof BroadcastPoint>;

/** Of a broadcast; in a longer one a point stands for several minutes. */
export const MAX_BROADCAST_POINTS = 240;

export const BroadcastDetails = entity('BroadcastDetails', {
  ...broadcastFigures,
  points: z.array(BroadcastPoint),
  ...origins,
});
export type BroadcastDetails = z.infer<typeof BroadcastDetails>;

const videoFigures = {
  video_id: Id,
  title: z.string(),
  created_at: Timestamp,
  duration_s: hours(),
  views: count(),
  watched_hours: hours(),
};
export const VideoStatistics = entity('VideoStatistics', videoFigures);
export type VideoStatistics = z.infer<typeof VideoStatistics>;

export const VideoDetails = entity('VideoDetails', {
  ...videoFigures,
  retention: described(
    z.nullable(z.array(z.int().check(z.gte(0), z.lte(100)))),
    `Of each hundredth of the video, the percentage of viewers who have played it; null for fewer than ${MIN_GROUP} viewers`,
  ),
  ...origins,
});
export type VideoDetails = z.infer<typeof VideoDetails>;

const params = z.object({ id: Id });
const reading = {
  access: 'signed-in',
  scope: 'channel:read',
  counts: 'read',
  errors: ['forbidden', 'not_found'],
} as const;

export const statisticsRoutes = routes({
  'GET /statistics/{id}/days/{days}': {
    ...reading,
    summary:
      'Figures of a channel in the last days, up to today. For its owner; for the moderators of its chat, if the owner allows it and shows the number of viewers',
    // Not a parameter of the query: CloudFront passes on ten of them, which other routes use.
    params: z.object({ id: Id, days: described(z.enum(STATISTICS_DAYS), 'How many') }),
    response: ChannelStatistics,
  },
  'PUT /statistics/{id}/settings': {
    summary: 'Allow the moderators of one’s chat to read the statistics of one’s channel, or not',
    access: 'signed-in',
    params,
    body: z.strictObject({ for_moderators: z.boolean() }),
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
  'GET /statistics/{id}/broadcasts': {
    ...reading,
    summary: 'The broadcasts of a channel, the latest first, for those who may read its statistics',
    params,
    query: z.object(PageQuery),
    response: z.array(BroadcastStatistics),
    paged: true,
  },
  'GET /statistics/{id}/broadcasts/{started_at}': {
    ...reading,
    summary: 'One broadcast, minute by minute, and where its viewers came from',
    params: z.object({ id: Id, started_at: described(Timestamp, 'As in the list') }),
    response: BroadcastDetails,
  },
  'GET /statistics/{id}/videos': {
    ...reading,
    summary: 'The videos of a channel, the latest first; the moderators’ list has the public ones',
    params,
    query: z.object(PageQuery),
    response: z.array(VideoStatistics),
    paged: true,
  },
  'GET /statistics/{id}/videos/{video_id}': {
    ...reading,
    summary: 'One video: how far it was watched, and where its viewers came from',
    params: z.object({ id: Id, video_id: Id }),
    response: VideoDetails,
  },
});
