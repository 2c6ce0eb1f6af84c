/**
 * The limits that are reached first: the site's own, which are settings (docs/runbook.md), and AWS's quotas. Each with the
 * alarm that rings before, or else when it is reached. Pure.
 */
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { HOUR_S } from '#shared/plain/time.ts';
import { REQUESTS_PER_SECOND } from '#infra/agreed/api-throttle.ts';
import { DEFAULT_CAMERA_LIMITS } from '#infra/cloud/functions/camera-limits.ts';
import type { Counts } from './counts.ts';
import { QUOTAS, second, type Load } from './quotas.ts';
import { loadOf, type Way } from './scale.ts';

export interface Limit {
  readonly name: string;
  readonly alarm: string;
  /** Of all that the limit allows. */
  readonly ratio: number;
}

/** An evening, each day. */
const EVENING_HOURS = 3;
const GB = 1_000_000_000;

const { site } = stageLimits('cloud');
const hours = (seconds: number): number => seconds / HOUR_S;

interface OwnLimit {
  readonly name: string;
  readonly alarm: string;
  readonly most: number;
  readonly used: (load: Load & { readonly way: Way }) => number;
}

const broadcastHours =
  (...ways: readonly Way[]) =>
  ({ way, channels }: { readonly way: Way; readonly channels: number }): number =>
    ways.includes(way) ? channels * EVENING_HOURS : 0;

const OWN: readonly OwnLimit[] = [
  {
    name: '`cameraHours` a day',
    alarm: 'SiteBudget',
    most: hours(site.camera),
    used: broadcastHours('direct', 'compatible'),
  },
  {
    name: '`compatibleHours` a day',
    alarm: 'SiteBudget',
    most: hours(site.compatible),
    used: broadcastHours('compatible'),
  },
  {
    name: '`softwareHours` a day',
    alarm: 'SiteBudget',
    most: hours(site.software),
    used: broadcastHours('software'),
  },
  {
    name: '`replayHours` a day (the rest stays as it was recorded)',
    alarm: 'SiteBudget',
    most: hours(site.replays),
    used: broadcastHours('direct', 'compatible'),
  },
  {
    name: '`cameraMaxBroadcasts`',
    alarm: 'CameraSlots',
    most: DEFAULT_CAMERA_LIMITS.maxBroadcasts,
    used: ({ way, channels }) => (way === 'compatible' ? channels : 0),
  },
  {
    name: '`requestsPerSecond`',
    alarm: 'ApiRequests',
    most: REQUESTS_PER_SECOND,
    used: ({ total }) => second(total.apiRequest),
  },
];

/** Of so many channels that are watched at once, the fullest first. */
export function limitsOf(counts: Counts, way: Way, viewers: number, channels?: number): readonly Limit[] {
  const load = { ...loadOf(counts, way, viewers, channels), way };
  const all = [...OWN, ...QUOTAS].map(({ name, alarm, most, used }) => ({
    name,
    alarm: alarm ?? '',
    ratio: used(load) / most,
  }));
  return fullestFirst(all);
}

/**
 * What people of a site do in a day: of a thousand accounts one publishes ten minutes of video, half a gigabyte, one
 * broadcasts for an hour (of five broadcasts two through OBS), one makes a clip and three change a picture.
 */
export const A_DAY_OF_1000 = {
  videoMinutes: 10,
  uploadGigabytes: 0.5,
  broadcastHours: 1,
  software: 0.4,
  clips: 1,
  files: 4,
} as const;

/** Of a day of so many accounts, the fullest first. */
export function limitsOfAccounts(accounts: number): readonly Limit[] {
  const thousands = accounts / 1000;
  const { videoMinutes, uploadGigabytes, broadcastHours, software, clips, files } = A_DAY_OF_1000;
  const used = [
    ['`videoHours` a day', videoMinutes / 60, hours(site.videos)],
    ['`uploadGigabytes` a day', uploadGigabytes, site.uploads / GB],
    ['`softwareHours` a day', broadcastHours * software, hours(site.software)],
    ['`cameraHours` a day', broadcastHours * (1 - software), hours(site.camera)],
    ['`clips` a day', clips, site.clips],
    ['`files` a day', files, site.files],
  ] as const;
  return fullestFirst(
    used.map(([name, each, most]) => ({ name, alarm: 'SiteBudget', ratio: (each * thousands) / most })),
  );
}

const fullestFirst = (limits: readonly Limit[]): readonly Limit[] =>
  limits.toSorted((a, b) => b.ratio - a.ratio);
