import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric } from './own-metric.ts';

/** Share of a limit at which there is still time to raise it. */
const SHARE = 0.8;
const PERIOD = Duration.minutes(5);
const MINUTE = Duration.minutes(1);
/**
 * "Concurrent jobs" of a queue in regions with few;
 * `functions/browser-stream/compatible/windows/plan-and-submit.service.ts` uses the same number.
 */
const WINDOW_JOBS_AT_ONCE = 100;

/** The limits of AWS and of the site that visitors reach first. */
export interface Limits {
  /** The account's IVS quota "Concurrent streams". */
  readonly liveStreamsQuota: number;
  /** The account's Lambda quota "Concurrent executions". */
  readonly concurrencyQuota: number;
  /** Camera broadcasts that are cut into windows at once. */
  readonly maxBroadcasts: number;
  /** The throttle of the API's stage. */
  readonly requestsPerSecond: number;
  /** Age from which an account has the full daily budgets. */
  readonly newAccountDays: number;
  /** Share of the site's daily budgets that is reserved for such accounts. */
  readonly reservedPercent: number;
}

interface LimitsProps extends Limits {
  readonly stage: string;
  readonly api: HttpApi;
}

interface Row {
  readonly name: string;
  readonly metric: IMetric;
  /** Value at which the alarm rings. */
  readonly threshold: number;
}

/**
 * The alarms that ring before a limit is reached. Streams and jobs are our own metrics, because AWS does not document
 * the dimensions of their usage metrics.
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
      // If the tick is split, each part has its own value.
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
      // A thousand broadcasters use up the day's hours within minutes.
      metric: ownMetric('SiteBudgetPercent', { ...most, period: MINUTE }),
      threshold: SHARE * percentForNewAccounts(limits),
    },
  ];
}

/**
 * Includes reserved concurrency, which other functions cannot use. An account metric, so without dimensions. Source:
 * Lambda Developer Guide, "Working with the ClaimedAccountConcurrency metric".
 */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: 'Maximum',
  period: PERIOD,
});

/** New accounts are refused first, because they cannot use the budget reserved for established ones. */
const percentForNewAccounts = ({ newAccountDays, reservedPercent }: Limits): number =>
  newAccountDays === 0 || reservedPercent === 100 ? 100 : 100 - reservedPercent;
