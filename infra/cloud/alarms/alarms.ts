import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { LambdaName } from '../../../functions/lambdas.ts';
import { TICK_MINUTES } from '../../agreed/event.rules.ts';
import { createAlarmTopic } from './alarm-topic.ts';
import { createAlarm, type Condition, type Over } from './create-alarm.ts';
import { ownMetric } from './own-metric.ts';

/** One failed request may be a person's bad luck; this many in one period is ours. */
const FAILURES_A_PERIOD = 3;
const PERIOD = Duration.minutes(5);
const MINUTE = Duration.minutes(1);
/** Of MediaConvert's jobs, in a period. A person's broken upload is one; a window of a broadcast is tried four times. */
const FAILED_JOBS_A_PERIOD = 10;
/** Players of broadcasts stand still by then. */
const MAX_UNPUBLISHED_S = 20;
export type TranscoderQueue = 'Windows' | 'Videos';
/**
 * A short job waits up to a minute in its queue on a usual day; players of broadcasts then already wait longer. Videos have
 * few places, and wait in turn.
 */
const MAX_STANDBY_MS: Readonly<Record<TranscoderQueue, number>> = { Windows: 60_000, Videos: 15 * 60_000 };
/** Told by one page in ten, each for ten. */
const PLAYBACK_FAILURES_A_PERIOD = 100;
/** A retry puts the first ones right. */
const THROTTLES_A_PERIOD = 20;
/** Of a quota of AWS: there is time to ask for more. */
const QUOTA_SHARE = 0.8;
/** "Concurrent jobs" of a queue, where a region has few; `functions/browser-stream/compatible/windows/plan-and-submit.service.ts` shares as many. */
const WINDOW_JOBS_AT_ONCE = 100;
/** A share of the site-wide daily budget. Once the budget is spent, requests are refused until midnight. */
const BUDGET_PERCENT = 80;
/** Wrong passwords, of those who ask from a device that has not signed in to the account before. */
const STRANGERS_GUESSES_A_PERIOD = 100;
/** Of each of the two Lambdas that have ticks. */
const TICKS_A_PERIOD = PERIOD.toMinutes() / TICK_MINUTES;

export interface AlarmsProps {
  /** Its name, which distinguishes the Lambdas' metrics of one stage from those of others. */
  readonly stage: string;
  /** The account's quota of IVS, "Concurrent streams". */
  readonly liveStreamsQuota: number;
  readonly table: TableV2;
  readonly api: HttpApi;
  readonly functions: Readonly<Record<LambdaName, LambdaFunction>>;
  /** All there are, by the names that `npm run redrive` knows them by; each alarm is called so, and `DeadLetters`. */
  readonly deadLetters: Readonly<Record<string, IQueue>>;
  /** The queues of MediaConvert's jobs. */
  readonly transcoderQueueArns: Readonly<Record<TranscoderQueue, string>>;
  /** The address that receives mail of alarms. @default only subscribers of the topic receive it */
  readonly email?: string | undefined;
}

/** What wakes a person. Each alarm tells {@link topic}, and has a section of its name in `docs/runbook.md`. */
export class Alarms extends Construct {
  readonly topic: Topic;
  /** Each once, those of one subject beside each other. */
  readonly all: IAlarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { stage, liveStreamsQuota, table, api, functions, deadLetters, transcoderQueueArns, email } = props;
    this.topic = createAlarmTopic(this, 'Topic', email);
    this.atLeast(
      FAILURES_A_PERIOD,
      'ApiServerErrors',
      api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
    );
    for (const [name, handler] of Object.entries(functions)) {
      const title = name[0]?.toUpperCase() + name.slice(1);
      this.atLeast(FAILURES_A_PERIOD, `${title}Errors`, handler.metricErrors({ period: PERIOD }));
      this.atLeast(1, `${title}Throttles`, handler.metricThrottles({ period: PERIOD }));
    }
    const waiting = (queue: IQueue) =>
      queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' });
    for (const [name, queue] of Object.entries(deadLetters))
      this.atLeast(1, `${name}DeadLetters`, waiting(queue));
    for (const name of ['Windows', 'Videos'] as const) this.watchTranscoder(name, transcoderQueueArns[name]);
    this.tooFewTicks('TickMissing', stage, 'events');
    this.tooFewTicks('NewsTickMissing', stage, 'news');
    this.watchPeople(stage);
    this.watchQuotas(stage, liveStreamsQuota);
    this.watchTable(table);
  }

  /** Source: MediaConvert User Guide, "Using CloudWatch with MediaConvert"; times are in ms. */
  private watchTranscoder(name: TranscoderQueue, Queue: string): void {
    const metric = (metricName: string, statistic: string): Metric => {
      const of = { namespace: 'AWS/MediaConvert', dimensionsMap: { Queue } };
      return new Metric({ ...of, metricName, statistic, period: PERIOD });
    };
    this.atLeast(FAILED_JOBS_A_PERIOD, `${name}JobErrors`, metric('JobsErroredCount', 'Sum'));
    this.atLeast(MAX_STANDBY_MS[name], `${name}JobWaits`, metric('StandbyTime', 'Average'));
  }

  /** What the Lambdas measure themselves. */
  private watchPeople(stage: string): void {
    const used = { stage, period: PERIOD, statistic: 'Maximum' };
    this.atLeast(BUDGET_PERCENT, 'SiteBudget', ownMetric('SiteBudgetPercent', used));
    const counted = { stage, period: PERIOD, statistic: 'Sum' };
    this.atLeast(STRANGERS_GUESSES_A_PERIOD, 'PasswordGuesses', ownMetric('StrangersGuesses', counted));
    this.atLeast(PLAYBACK_FAILURES_A_PERIOD, 'PlaybackFailures', ownMetric('PlaybackFailures', counted));
    this.atLeast(1, 'LiveLimits', ownMetric('LimitBreaches', counted));
    const oldest = { stage, period: MINUTE, statistic: 'Maximum' };
    // One slow job is a minute's; what is late in two of three is behind.
    this.atLeast(MAX_UNPUBLISHED_S, 'WindowsLate', ownMetric('OldestUnpublishedSeconds', oldest), {
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
  }

  /** By our own counts: no page of AWS that we know says how its usage metrics of these are called. */
  private watchQuotas(stage: string, liveStreams: number): void {
    const most = { stage, period: PERIOD, statistic: 'Maximum' };
    this.atLeast(QUOTA_SHARE * liveStreams, 'LiveStreamsQuota', ownMetric('LiveStreams', most));
    this.atLeast(QUOTA_SHARE * WINDOW_JOBS_AT_ONCE, 'WindowJobsQuota', ownMetric('WindowJobs', most));
  }

  /** What DynamoDB refuses of the table itself; requests that fail for good are `ApiServerErrors`. */
  private watchTable({ tableName: TableName }: TableV2): void {
    for (const kind of ['Read', 'Write'] as const) {
      const of = { namespace: 'AWS/DynamoDB', dimensionsMap: { TableName } };
      const metric = new Metric({
        ...of,
        metricName: `${kind}ThrottleEvents`,
        statistic: 'Sum',
        period: PERIOD,
      });
      this.atLeast(THROTTLES_A_PERIOD, `Table${kind}Throttles`, metric);
    }
  }

  private atLeast(threshold: number, name: string, metric: IMetric, over?: Over): void {
    const comparisonOperator = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
    this.alarm(name, {
      metric,
      threshold,
      comparisonOperator,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...over,
    });
  }

  /** Rings when ticks stop, and when each of them fails. */
  private tooFewTicks(name: string, stage: string, part: 'events' | 'news'): void {
    this.alarm(name, {
      metric: ownMetric('Ticks', { stage, part, period: PERIOD, statistic: 'Sum' }),
      threshold: TICKS_A_PERIOD / 2,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  private alarm(name: string, condition: Condition): void {
    this.all.push(createAlarm(this, name, this.topic, condition));
  }
}
