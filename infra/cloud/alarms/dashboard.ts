import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  MathExpression,
  Metric,
  TextWidget,
  type IAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { LambdaName } from '#functions/lambdas.ts';
import { METRICS, seriesOf, type MetricName } from '#functions/metrics/metrics.ts';
import type { TranscoderQueue } from './alarms.ts';
import { cdnMetric } from './cdn-metric.ts';
import { ownMetric } from './own-metric.ts';

const PERIOD = Duration.minutes(5);
/** The only region with AWS's billing metrics. */
const BILLING_REGION = 'us-east-1';

export interface DashboardProps {
  /** The stage's name. */
  readonly stage: string;
  readonly distributionId: string;
  readonly eventApiId: string;
  readonly api: HttpApi;
  readonly functions: Readonly<Record<LambdaName, LambdaFunction>>;
  readonly table: TableV2;
  readonly deadLetters: Readonly<Record<string, IQueue>>;
  readonly newsQueue: IQueue;
  readonly transcoderQueueArns: Readonly<Record<TranscoderQueue, string>>;
  /** All alarms with notifications. */
  readonly alarms: readonly IAlarm[];
}

/**
 * The site's dashboard: viewers and broadcasters, then infrastructure, then costs. At most fifty metrics, because larger dashboards are
 * not free (Amazon CloudWatch Pricing, "Free tier").
 */
export class Dashboard extends Construct {
  readonly #stage: string;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { stage, distributionId, eventApiId: EventAPIId } = props;
    this.#stage = stage;
    const { Windows, Videos } = props.transcoderQueueArns;
    const ofQueue = (Queue: string, name: string, statistic: string) =>
      awsMetric('MediaConvert', name, statistic, { Queue });
    const { tableName: TableName } = props.table;
    const board = new CloudWatchDashboard(this, 'Board', { dashboardName: Stack.of(this).stackName });
    board.addWidgets(heading('Viewers'));
    board.addWidgets(
      graph('Bytes delivered by the CDN', [cdnMetric(distributionId, 'BytesDownloaded', 'Sum')]),
      this.own('LiveStreams', 'Maximum'),
    );
    board.addWidgets(heading('Playback'));
    board.addWidgets(
      this.own('PlaybackFailures', 'Sum'),
      this.own('Probes', 'Sum'),
      graph('CDN requests with 5xx, in %', [cdnMetric(distributionId, '5xxErrorRate', 'Average')]),
      this.own('StoredToPlaylistSeconds', 'p99'),
    );
    board.addWidgets(heading('Broadcasters'));
    board.addWidgets(
      this.own('OldestUnpublishedSeconds', 'Maximum'),
      this.own('BroadcastsStarted', 'Sum'),
      this.own('BroadcastsRefused', 'Sum'),
      this.own('LimitBreaches', 'Sum'),
    );
    board.addWidgets(heading('Chat and log-in'));
    board.addWidgets(
      this.own('ChatMessages', 'Sum'),
      graph('AppSync 5xx errors', [awsMetric('AppSync', '5XXError', 'Sum', { EventAPIId })]),
      graph(
        'Log-ins, and wrong passwords from unknown devices',
        this.all(['SignIns', 'StrangersGuesses'], 'Sum'),
      ),
    );
    board.addWidgets(heading('Alarms'));
    board.addWidgets(new AlarmStatusWidget({ alarms: [...props.alarms], width: 24, height: 6 }));
    board.addWidgets(heading('Infrastructure'));
    board.addWidgets(
      graph('API requests and 5xx errors', [
        props.api.metricCount({ period: PERIOD, statistic: 'Sum' }),
        props.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      ]),
      graph(
        'API requests throttled, and pages without content',
        this.all(['ApiRefusals', 'PageFallbacks'], 'Sum'),
      ),
      graph('API latency, p99 in ms', [
        props.api.metricIntegrationLatency({ period: PERIOD, statistic: 'p99' }),
      ]),
      graph(
        'Dead letters',
        // Fifty metrics are free; those of webhooks have their alarm.
        Object.entries(props.deadLetters)
          .filter(([name]) => name !== 'Webhooks')
          .map(([, queue]) =>
            queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
          ),
      ),
    );
    board.addWidgets(
      graph('Lambda concurrency, errors and throttles in the account', [
        awsMetric('Lambda', 'ClaimedAccountConcurrency', 'Maximum', {}),
        awsMetric('Lambda', 'Errors', 'Sum', {}),
        awsMetric('Lambda', 'Throttles', 'Sum', {}),
      ]),
      graph('Throttled table and index requests', [
        awsMetric('DynamoDB', 'ReadThrottleEvents', 'Sum', { TableName }),
        awsMetric('DynamoDB', 'WriteThrottleEvents', 'Sum', { TableName }),
        refusedByIndexes(TableName),
      ]),
      graph('Failed MediaConvert jobs', [
        ofQueue(Windows, 'JobsErroredCount', 'Sum'),
        ofQueue(Videos, 'JobsErroredCount', 'Sum'),
      ]),
    );
    board.addWidgets(
      this.own('Ticks', 'Sum'),
      this.own('FailedItems', 'Sum'),
      graph('News: age of the oldest notice (ms) and page (s)', [
        props.functions.news.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' }),
        props.newsQueue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
      ]),
      graph('Mail bounce and complaint rates', [
        awsMetric('SES', 'Reputation.BounceRate', 'Maximum', {}),
        awsMetric('SES', 'Reputation.ComplaintRate', 'Maximum', {}),
      ]),
    );
    board.addWidgets(heading('Quotas and costs'));
    board.addWidgets(
      graph(
        'Broadcasts cut into windows, and their jobs',
        this.all(['CameraSlots', 'WindowJobs'], 'Maximum'),
      ),
      graph('MediaConvert queue wait of windows, in ms', [ofQueue(Windows, 'StandbyTime', 'Average')]),
      this.own('SiteBudgetPercent', 'Maximum'),
      graph('Estimated charges this month, in dollars', [
        awsMetric('Billing', 'EstimatedCharges', 'Maximum', { Currency: 'USD' }, BILLING_REGION),
      ]),
    );
  }

  private own(name: MetricName, statistic: string): GraphWidget {
    return graph(METRICS[name].title, this.all([name], statistic));
  }

  private all(names: readonly MetricName[], statistic: string): IMetric[] {
    const common = { stage: this.#stage, statistic, period: PERIOD };
    return names.flatMap((name) => {
      const parts = seriesOf(name).filter((part) => part !== null);
      if (parts.length === 0) return [ownMetric(name, common)];
      return parts.map(({ value: part }) => ownMetric(name, { ...common, part }));
    });
  }
}

const heading = (words: string): TextWidget =>
  new TextWidget({ markdown: `## ${words}`, width: 24, height: 1 });

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 6, height: 6 });

/** A search: it has a line per throttled index, and only these count as metrics of the dashboard. */
const refusedByIndexes = (table: string): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{AWS/DynamoDB,GlobalSecondaryIndexName,TableName} TableName="${table}" ThrottleEvents', 'Sum')`,
    label: '',
    period: PERIOD,
  });

function awsMetric(
  service: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string>,
  region?: string,
): Metric {
  const of = { namespace: `AWS/${service}`, metricName, dimensionsMap, ...(region && { region }) };
  return new Metric({ ...of, statistic, period: PERIOD });
}
