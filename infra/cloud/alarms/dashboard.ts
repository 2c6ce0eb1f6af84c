import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  Metric,
  TextWidget,
  type IAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { LambdaName } from '../../../functions/lambdas.ts';
import { METRICS, seriesOf, type MetricName } from '../../../functions/metrics/metrics.ts';
import type { TranscoderQueue } from './alarms.ts';
import { cdnMetric } from './cdn-metric.ts';
import { ownMetric } from './own-metric.ts';

const PERIOD = Duration.minutes(5);
/** AWS's bills keep their metrics here alone. */
const BILLING_REGION = 'us-east-1';

export interface DashboardProps {
  /** Its name. */
  readonly stage: string;
  readonly distributionId: string;
  readonly eventApiId: string;
  readonly api: HttpApi;
  readonly functions: Readonly<Record<LambdaName, LambdaFunction>>;
  readonly table: TableV2;
  readonly deadLetters: Readonly<Record<string, IQueue>>;
  readonly transcoderQueueArns: Readonly<Record<TranscoderQueue, string>>;
  /** All that wake somebody. */
  readonly alarms: readonly IAlarm[];
}

/** What somebody watches by, chats by, goes live by. */
const WAITED_FOR = ['api', 'community', 'publishing'] as const satisfies readonly LambdaName[];

/**
 * The site at a glance, read from the top: people first, then machines, then what it all costs. Of fifty metrics at the most,
 * as beyond it is no longer free (Amazon CloudWatch Pricing, "Free tier").
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
    board.addWidgets(heading('Are people watching?'));
    board.addWidgets(
      graph('Bytes to viewers', [cdnMetric(distributionId, 'BytesDownloaded', 'Sum')]),
      this.own('LiveStreams', 'Maximum'),
    );
    board.addWidgets(heading('Can they?'));
    board.addWidgets(
      this.own('PlaybackFailures', 'Sum'),
      graph('Of all requests to the CDN, % with 5xx', [cdnMetric(distributionId, '5xxErrorRate', 'Average')]),
      this.own('StoredToPlaylistSeconds', 'p99'),
    );
    board.addWidgets(heading('Are broadcasters well?'));
    board.addWidgets(
      this.own('OldestUnpublishedSeconds', 'Maximum'),
      this.own('BroadcastsStarted', 'Sum'),
      this.own('BroadcastsRefused', 'Sum'),
      this.own('LimitBreaches', 'Sum'),
    );
    board.addWidgets(heading('Is the chat? And do people get in?'));
    board.addWidgets(
      this.own('ChatMessages', 'Sum'),
      graph('Refusals and failures of AppSync', [
        awsMetric('AppSync', '4XXError', 'Sum', { EventAPIId }),
        awsMetric('AppSync', '5XXError', 'Sum', { EventAPIId }),
      ]),
      graph('Signed in, and not', this.all(['SignIns', 'SignInsFailed', 'StrangersGuesses'], 'Sum')),
    );
    board.addWidgets(heading('What rings'));
    board.addWidgets(new AlarmStatusWidget({ alarms: [...props.alarms], width: 24, height: 6 }));
    board.addWidgets(heading('Machines'));
    board.addWidgets(
      graph('The API: 5xx', [props.api.metricServerError({ period: PERIOD, statistic: 'Sum' })]),
      graph(
        'Lambdas: errors',
        Object.values(props.functions).map((handler) => handler.metricErrors({ period: PERIOD })),
      ),
      graph(
        'Lambdas: p99',
        WAITED_FOR.map((name) => props.functions[name].metricDuration({ period: PERIOD, statistic: 'p99' })),
      ),
      graph(
        'Dead letters',
        Object.values(props.deadLetters).map((queue) =>
          queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
        ),
      ),
    );
    board.addWidgets(
      graph('Lambdas of the whole account: refused', [awsMetric('Lambda', 'Throttles', 'Sum', {})]),
      graph('The table: refused', [
        awsMetric('DynamoDB', 'ReadThrottleEvents', 'Sum', { TableName }),
        awsMetric('DynamoDB', 'WriteThrottleEvents', 'Sum', { TableName }),
      ]),
      graph('Jobs of MediaConvert that failed', [
        ofQueue(Windows, 'JobsErroredCount', 'Sum'),
        ofQueue(Videos, 'JobsErroredCount', 'Sum'),
      ]),
      this.own('Ticks', 'Sum'),
    );
    board.addWidgets(heading('Quotas, and what it costs'));
    board.addWidgets(
      this.own('WindowJobs', 'Maximum'),
      graph('ms that windows wait at MediaConvert', [ofQueue(Windows, 'StandbyTime', 'Average')]),
      this.own('SiteBudgetPercent', 'Maximum'),
      graph('Dollars of the account this month', [
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
