import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric } from './own-metric.ts';

/** Of a limit: there is time to raise it before anybody is refused. */
const SHARE = 0.8;
const PERIOD = Duration.minutes(5);
const MINUTE = Duration.minutes(1);
/** "Concurrent jobs" of a queue, where a region has few; `functions/browser-stream/compatible/windows/plan-and-submit.service.ts` shares as many. */
const WINDOW_JOBS_AT_ONCE = 100;

/** The limits of AWS and of the site that its visitors reach first. */
export interface Limits {
  /** The account's quota of IVS, "Concurrent streams". */
  readonly liveStreamsQuota: number;
  /** The account's quota of Lambda, "Concurrent executions". */
  readonly concurrencyQuota: number;
  /** Broadcasts from the camera that are cut into windows at once. */
  readonly maxBroadcasts: number;
  /** The throttle of the API's stage. */
  readonly requestsPerSecond: number;
  /** The age from which an account has the full daily budgets. */
  readonly newAccountDays: number;
  /** Of the site's daily budgets, for such accounts. */
  readonly reservedPercent: number;
}

interface LimitsProps extends Limits {
  readonly stage: string;
  readonly api: HttpApi;
}

interface Row {
  readonly name: string;
  readonly metric: IMetric;
  /** Rings from here on. */
  readonly threshold: number;
}

/**
 * The alarms that ring before a limit is reached. Streams and jobs are our own counts: no page of AWS that we know says how
 * its usage metrics of these are called.
 */
export function firstLimits({ stage, api, ...limits }: LimitsProps): readonly Row[] {
  const most = { stage, period: PERIOD, statistic: 'Maximum' };
  return [
    {
      name: 'ApiRequests',
      metric: api.metricCount({ period: MINUTE, statistic: 'Sum' }),
      threshold: SHARE * limits.requestsPerSecond * MINUTE.toSeconds(),
    },
    { name: 'AccountConcurrency', metric: claimedConcurrency, threshold: SHARE * limits.concurrencyQuota },
    {
      name: 'LiveStreamsQuota',
      metric: ownMetric('LiveStreams', most),
      threshold: SHARE * limits.liveStreamsQuota,
    },
    {
      name: 'WindowJobsQuota',
      // Where the tick is divided, each part counts its own.
      metric: ownMetric('WindowJobs', { stage, period: MINUTE, statistic: 'Sum' }),
      threshold: SHARE * WINDOW_JOBS_AT_ONCE,
    },
    {
      name: 'CameraSlots',
      metric: ownMetric('CameraSlots', most),
      threshold: SHARE * limits.maxBroadcasts,
    },
    {
      name: 'SiteBudget',
      // A thousand broadcasters use up the hours of a day within minutes.
      metric: ownMetric('SiteBudgetPercent', { ...most, period: MINUTE }),
      threshold: SHARE * percentForNewAccounts(limits),
    },
  ];
}

/**
 * Includes what is reserved for functions, which others cannot use. Of the account, so without dimensions.
 * Source: Lambda Developer Guide, "Working with the ClaimedAccountConcurrency metric".
 */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: 'Maximum',
  period: PERIOD,
});

/** New accounts are refused first: what is reserved for established ones is not theirs. */
const percentForNewAccounts = ({ newAccountDays, reservedPercent }: Limits): number =>
  newAccountDays === 0 || reservedPercent === 100 ? 100 : 100 - reservedPercent;
