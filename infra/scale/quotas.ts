/**
 * What AWS lets a new account have in us-east-1, and what an hour at a size takes of it. By AWS's pages of November 2026 as
 * far as they are known here ("Service Quotas" in the console has yours): a ratio of 1 is all of it.
 */
import { HOUR_S } from '#shared/plain/time.ts';
import type { Metered } from '#functions/costs/prices.ts';

export const QUOTAS_OF = '2026-11';

/** From a window's chunk until its job is done (docs/decisions/transcoding.md). */
const JOB_S = 25;
/** A session lasts for weeks: few of those who watch have to log in. */
const LOG_INS_A_VIEWER_HOUR = 0.05;
const MBIT_A_GB = 8000;

/** What is on at a size, at the rate of an hour. */
export interface Load {
  readonly viewers: number;
  readonly channels: number;
  readonly isSoftware: boolean;
  readonly jobs: number;
  readonly total: Readonly<Partial<Record<Metered, number>>>;
  /** Of one channel. */
  readonly each: Readonly<Partial<Record<Metered, number>>>;
}

export interface Quota {
  /** As Service Quotas calls it. */
  readonly name: string;
  readonly most: number;
  /** Whether AWS gives more to who asks. */
  readonly isAdjustable: boolean;
  /** Rings before it is used up, or else when it is. @default none */
  readonly alarm?: string;
  readonly used: (load: Load) => number;
}

/** What an account has for all of its stages, whatever their audience. */
export interface StageQuota {
  readonly name: string;
  /** As CloudFormation calls it. */
  readonly type: string;
  readonly most: number;
  /** What a stage takes; a test compares it with the template. */
  readonly stage: number;
}

/** Source: CloudFront Developer Guide, "Quotas on policies". AWS gives more to who asks. */
export const STAGE_QUOTAS: readonly StageQuota[] = [
  { name: 'CloudFront: cache policies', type: 'AWS::CloudFront::CachePolicy', most: 20, stage: 7 },
  {
    name: 'CloudFront: origin request policies',
    type: 'AWS::CloudFront::OriginRequestPolicy',
    most: 20,
    stage: 2,
  },
  {
    name: 'CloudFront: response headers policies',
    type: 'AWS::CloudFront::ResponseHeadersPolicy',
    most: 20,
    stage: 3,
  },
];

/**
 * A KeyValueStore, which AWS does not enlarge; a key has at most 512 bytes. Source: CloudFront Developer Guide, "Quotas on key
 * value stores".
 */
export const KEY_VALUE_STORE_BYTES = 5 * 1024 * 1024;
/** Of a channel or item that is not delivered: its id (26), and the time at which it was denied (24). */
export const DENIED_ITEM_BYTES = 26 + 24;

export const second = (amount: number | undefined): number => (amount ?? 0) / HOUR_S;

export const QUOTAS: readonly Quota[] = [
  {
    name: 'IVS: concurrent streams',
    alarm: 'LiveStreamsQuota',
    most: 100,
    isAdjustable: true,
    used: ({ isSoftware, channels }) => (isSoftware ? channels : 0),
  },
  {
    name: 'IVS: concurrent views',
    alarm: 'LiveLimits',
    most: 15_000,
    isAdjustable: true,
    used: ({ isSoftware, viewers }) => (isSoftware ? viewers : 0),
  },
  {
    name: 'IVS: calls of one operation a second, all channels start within ten minutes',
    alarm: 'LiveLimits',
    most: 5,
    isAdjustable: false,
    used: ({ isSoftware, channels }) => (isSoftware ? channels / 600 : 0),
  },
  {
    name: 'MediaConvert: concurrent jobs, all on-demand queues',
    alarm: 'WindowJobsQuota',
    most: 200,
    isAdjustable: true,
    used: ({ jobs }) => second(jobs) * JOB_S,
  },
  {
    name: 'MediaConvert: request rate for CreateJob, a second',
    alarm: 'WindowsLate',
    most: 5,
    isAdjustable: true,
    used: ({ jobs }) => second(jobs),
  },
  {
    name: 'Lambda: concurrent executions',
    alarm: 'AccountConcurrency',
    most: 1000,
    isAdjustable: true,
    used: ({ total }) => second(total.lambdaGbSecond),
  },
  {
    name: 'API Gateway: requests a second',
    alarm: 'ApiRequests',
    most: 10_000,
    isAdjustable: true,
    used: ({ total }) => second(total.apiRequest),
  },
  {
    name: 'DynamoDB: units written a second, a new on-demand table',
    alarm: 'TableWriteThrottles',
    most: 4000,
    isAdjustable: true,
    used: ({ total }) => second(total.tableWriteUnit),
  },
  {
    name: 'DynamoDB: units read a second, a new on-demand table',
    alarm: 'TableReadThrottles',
    most: 12_000,
    isAdjustable: true,
    used: ({ total }) => second(total.tableReadUnit),
  },
  {
    name: 'DynamoDB: units written a second, one partition (a broadcast)',
    most: 1000,
    isAdjustable: false,
    used: ({ each }) => second(each.tableWriteUnit),
  },
  {
    name: 'DynamoDB: units read a second, one partition (a broadcast)',
    most: 3000,
    isAdjustable: false,
    used: ({ each }) => second(each.tableReadUnit),
  },
  {
    name: 'S3: PUT a second, one prefix (a broadcast)',
    most: 3500,
    isAdjustable: false,
    used: ({ each }) => second(each.storageWrite),
  },
  {
    name: 'S3: GET a second, one prefix (a broadcast)',
    most: 5500,
    isAdjustable: false,
    used: ({ each }) => second(each.storageRead),
  },
  {
    name: 'AppSync Events: outbound messages a second',
    most: 1_000_000,
    isAdjustable: true,
    used: ({ total }) => second(total.realtimeOperation),
  },
  {
    name: 'AppSync Events: new connections a second, all come within a minute',
    most: 2000,
    isAdjustable: true,
    used: ({ viewers }) => viewers / 60,
  },
  {
    name: 'Cognito: UserAuthentication a second',
    most: 120,
    isAdjustable: true,
    used: ({ viewers }) => second(viewers * LOG_INS_A_VIEWER_HOUR),
  },
  {
    name: 'CloudFront: requests a second, a distribution',
    most: 250_000,
    isAdjustable: true,
    used: ({ total }) => second(total.cdnRequest),
  },
  {
    name: 'CloudFront: Gbit/s, a distribution',
    most: 150,
    isAdjustable: true,
    used: ({ total }) => (second(total.cdnGb) * MBIT_A_GB) / 1000,
  },
];
