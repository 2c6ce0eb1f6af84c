/** What was counted, at a size. Pure. */
import { dollarsOf, PRICES, type Amounts } from '#functions/costs/prices.ts';
import { deliveriesAnHour } from './chat.ts';
import {
  broadcasterAmounts,
  originAmounts,
  times,
  together,
  type BroadcastKind,
  type Counts,
} from './counts.ts';
import { QUOTAS, type Load, type Quota } from './quotas.ts';

export type Way = BroadcastKind | 'video';
export const WAYS: readonly Way[] = ['direct', 'software', 'compatible', 'video'];

export const SIZES = [100, 10_000, 1_000_000] as const;
/** Watch the same broadcast, or video. */
export const VIEWERS_A_CHANNEL = 100;
/** CloudFront's regional caches, each of which asks S3 for itself; `npm run first-hour -- --only caches` counts them. */
export const CDN_CACHES = 13;
/** An evening of three hours, each day: it uses up the more expensive first gigabytes of a month. */
export const HOURS_A_MONTH = 90;

/** CloudFront to North America and Europe, GB of a month: aws.amazon.com/cloudfront/pricing. */
const CDN_TIERS: readonly (readonly [upToGb: number, dollars: number])[] = [
  [10_000, PRICES.cdnGb],
  [50_000, 0.08],
  [150_000, 0.06],
  [500_000, 0.04],
  [1_024_000, 0.03],
  [5_000_000, 0.025],
  [Infinity, 0.02],
];

export interface LimitUse {
  readonly quota: Quota;
  /** Of all there is. */
  readonly ratio: number;
  /** At so many viewers it is all used. */
  readonly atViewers: number;
}

export interface Scale {
  readonly way: Way;
  readonly viewers: number;
  readonly channels: number;
  readonly dollarsAnHour: number;
  /** Dollars an hour by what they are paid for, the dearest first. */
  readonly services: readonly (readonly [service: string, dollars: number])[];
  /** Quotas of which more than a tenth is used, the fullest first; the fullest where none is. */
  readonly bites: readonly LimitUse[];
}

/** An hour with so many who watch at once. */
export function scaleOf(counts: Counts, way: Way, viewers: number): Scale {
  const load = loadOf(counts, way, viewers);
  const { cdnGb = 0, ...others } = load.total;
  const byMeter = Object.entries(others).map(
    ([name, amount]) => [name, dollarsOf({ [name]: amount })] as const,
  );
  const services = summed([
    ...byMeter.map(([name, dollars]) => [SERVICES[name as keyof typeof SERVICES], dollars] as const),
    ['CloudFront', cdnDollars(cdnGb)] as const,
  ]);
  const bites = QUOTAS.map((quota): LimitUse => {
    const ratio = quota.used(load) / quota.most;
    return { quota, ratio, atViewers: viewers / ratio };
  }).toSorted((a, b) => b.ratio - a.ratio);
  const full = bites.filter(({ ratio }) => ratio >= 0.1);
  return {
    way,
    viewers,
    channels: load.channels,
    dollarsAnHour: services.reduce((sum, [, dollars]) => sum + dollars, 0),
    services,
    bites: full.length > 0 ? full : bites.slice(0, 1),
  };
}

export function loadOf(
  { broadcasts, video }: Counts,
  way: Way,
  viewers: number,
  channels = Math.max(1, viewers / VIEWERS_A_CHANNEL),
): Load {
  const caches = Math.min(CDN_CACHES, viewers / channels);
  if (way === 'video') {
    // It was made once; what it takes to be watched is what an hour takes.
    const each = times(video.origin, caches);
    const total = together(times(each, channels), times(withEdgeReads(video.viewer), viewers));
    return { viewers, channels, isSoftware: false, jobs: 0, total, each };
  }
  const counted = broadcasts[way];
  if (!counted) throw new Error(`${way} was not counted`);
  const { origin, viewer, message, messages } = counted;
  const each = together(
    broadcasterAmounts(way, counted),
    originAmounts(origin, caches, viewers / channels),
    times(message, messages),
  );
  const realtimeOperation = deliveriesAnHour(messages, viewers / channels);
  const total = together(
    times(each, channels),
    times(withEdgeReads({ ...viewer, realtimeOperation }), viewers),
  );
  return { viewers, channels, isSoftware: way === 'software', jobs: counted.jobs * channels, total, each };
}

/** The function before media reads two keys: the channel, and the item. */
const withEdgeReads = (viewer: Amounts): Amounts => ({
  ...viewer,
  edgeRead: 2 * Math.max(0, (viewer.cdnRequest ?? 0) - (viewer.apiRequest ?? 0)),
});

/** Dollars of an hour in a month of such hours. */
function cdnDollars(gbAnHour: number): number {
  let left = gbAnHour * HOURS_A_MONTH;
  let fromGb = 0;
  let dollars = 0;
  for (const [upToGb, price] of CDN_TIERS) {
    const gb = Math.min(left, upToGb - fromGb);
    dollars += gb * price;
    left -= gb;
    fromGb = upToGb;
    if (left <= 0) break;
  }
  return dollars / HOURS_A_MONTH;
}

const SERVICES = {
  apiRequest: 'HTTP API',
  lambdaRequest: 'Lambda',
  lambdaGbSecond: 'Lambda',
  tableWriteUnit: 'DynamoDB',
  tableReadUnit: 'DynamoDB',
  storageWrite: 'S3',
  storageRead: 'S3',
  storageGbMonth: 'S3',
  event: 'EventBridge',
  queueRequest: 'SQS',
  transcodedHdMinute: 'MediaConvert',
  transcodedSdMinute: 'MediaConvert',
  liveInputHour: 'IVS',
  liveOutputHour: 'IVS',
  realtimeOperation: 'AppSync',
  realtimeMinute: 'AppSync',
  cdnRequest: 'CloudFront',
  cdnGb: 'CloudFront',
  cdnUploadGb: 'CloudFront',
  shieldRequest: 'CloudFront',
  edgeRead: 'CloudFront',
  logGb: 'CloudWatch',
} as const satisfies Record<keyof Amounts, string>;

/** The dollars of amounts by service, the dearest first. */
export const servicesOf = (amounts: Amounts) =>
  summed(
    Object.entries(amounts).map(
      ([name, amount]) => [SERVICES[name as keyof Amounts], dollarsOf({ [name]: amount })] as const,
    ),
  );

function summed(all: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const [service, dollars] of all) sums.set(service, (sums.get(service) ?? 0) + dollars);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
