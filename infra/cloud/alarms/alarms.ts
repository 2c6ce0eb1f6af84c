import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
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
import type { LambdaName } from '#functions/lambdas.ts';
import { TICK_MINUTES } from '#infra/agreed/event-rules.ts';
import { isWaitedFor } from '../functions/rollout.ts';
import { createAlarmTopic } from './alarm-topic.ts';
import { createAlarm, createCompositeAlarm, type Condition, type EvaluationPeriods } from './create-alarm.ts';
import { failsOften, MINUTE } from '../parts/failed-percent.ts';
import { firstLimits, type Limits } from './first-limits.ts';
import { ownMetric } from './own-metric.ts';
import { throttleMetrics } from './throttle-metrics.ts';

const PERIOD = Duration.minutes(5);
/** MediaConvert jobs per period. One person's broken upload is one job; a window of a broadcast is tried four times. */
const FAILED_JOBS_A_PERIOD = 10;
/** Players of broadcasts stall by then. */
const MAX_UNPUBLISHED_S = 20;
export type TranscoderQueue = 'Windows' | 'Videos';
/**
 * On a normal day a short job is in its queue for up to a minute; by then players of broadcasts are already delayed.
 * Videos have few slots and wait for each other.
 */
const MAX_STANDBY_MS: Readonly<Record<TranscoderQueue, number>> = { Windows: 60_000, Videos: 15 * 60_000 };
/** One page in ten reports its failures, each for ten. */
const PLAYBACK_FAILURES_A_PERIOD = 100;
/** Retries recover from the first ones. */
const THROTTLES_A_PERIOD = 20;
/** Requests refused by API Gateway's throttle. Retries recover from a few. */
const REFUSALS_A_PERIOD = 20;
/** A single one is a brief glitch. */
const PAGE_FALLBACKS_A_PERIOD = 3;
/**
 * 99th percentile of the time from API Gateway's call of the Lambda to its response, so that slow uploads do not count.
 * A first request after a deployment takes two seconds, but not for three periods in a row.
 */
const MAX_P99_MS = 3000;
/** Age of notices in the table's stream. The tick resumes those older than five minutes. */
const MAX_NOTICE_AGE_MS = 2 * 60_000;
/** A million followers are ten thousand pages, which are queued and delivered within about ten minutes. */
const MAX_PAGE_AGE_S = 15 * 60;
/**
 * AWS reviews an account at these rates, and stops its mail at two and five times as much. Source: Amazon SES Developer
 * Guide, "Creating reputation monitoring alarms using CloudWatch".
 */
const MAIL_SHARES = { Bounce: 0.05, Complaint: 0.001 } as const;
/** Wrong passwords from devices that have never signed in to the account. */
const STRANGERS_GUESSES_A_PERIOD = 100;
/** They run once a minute and are retried, so three failures take longer than a minute. */
const TICKING: readonly string[] = ['events', 'news'] satisfies LambdaName[];
/** Ticks of each of the two Lambdas that have them. */
const TICKS_A_PERIOD = PERIOD.toMinutes() / TICK_MINUTES;
/**
 * Two hours, because one period may end just before its probe. Short periods, because CloudWatch evaluates a few more
 * than these.
 */
const PROBE_PERIODS = 120 / PERIOD.toMinutes();

export interface AlarmsProps {
  /** The stage's name, a dimension of the Lambdas' metrics. */
  readonly stage: string;
  readonly limits: Limits;
  /** The first vault of daily backups. @default no backups */
  readonly backupVault?: IBackupVault | undefined;
  readonly table: TableV2;
  readonly api: HttpApi;
  readonly functions: Readonly<Record<LambdaName, LambdaFunction>>;
  /** All dead-letter queues, by their names in `npm run redrive`. Alarms are named after them, with `DeadLetters`. */
  readonly deadLetters: Readonly<Record<string, IQueue>>;
  /** The queue of pages of recipients. */
  readonly newsQueue: IQueue;
  /** The queues of MediaConvert jobs. */
  readonly transcoderQueueArns: Readonly<Record<TranscoderQueue, string>>;
  /** Receives mail about alarms. @default only subscribers of the topic receive it */
  readonly email?: string | undefined;
}

/** Alarms that notify a person. Each publishes to {@link topic}, and `docs/runbook.md` has a section with its name. */
export class Alarms extends Construct {
  readonly topic: Topic;
  /** Every alarm once, grouped by subject. */
  readonly all: IAlarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { stage, limits, table, api, functions, deadLetters, newsQueue, transcoderQueueArns, email } =
      props;
    this.topic = createAlarmTopic(this, 'Topic', email);
    this.watchHandlers(api, functions);
    const waiting = (queue: IQueue) =>
      queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' });
    for (const [name, queue] of Object.entries(deadLetters))
      this.atLeast(1, `${name}DeadLetters`, waiting(queue));
    for (const name of ['Windows', 'Videos'] as const) this.watchTranscoder(name, transcoderQueueArns[name]);
    this.tooFewTicks('TickMissing', stage, 'events');
    this.tooFewTicks('NewsTickMissing', stage, 'news');
    const failed = ownMetric('FailedItems', { stage, period: PERIOD, statistic: 'Sum' });
    this.atLeast(1, 'ItemsFail', failed, { evaluationPeriods: 12, datapointsToAlarm: 3 });
    const probes = ownMetric('Probes', { stage, period: PERIOD, statistic: 'Sum' });
    this.below(1, 'ProbeMissing', probes, {
      evaluationPeriods: PROBE_PERIODS,
      datapointsToAlarm: PROBE_PERIODS,
    });
    this.watchRequests(stage, api);
    this.watchPeople(stage);
    for (const { threshold, name, metric } of firstLimits({ ...limits, stage, api }))
      this.atLeast(threshold, name, metric);
    this.watchTable(table);
    this.watchNews(functions.news, newsQueue);
    this.watchMail();
    if (props.backupVault) this.watchBackups(props.backupVault);
  }

  /** Failures that people notice: 5xx responses and errors of their Lambdas share one alarm. */
  private watchHandlers(api: HttpApi, functions: AlarmsProps['functions']): void {
    const sum = { period: MINUTE, statistic: 'Sum' };
    const answers = { failures: api.metricServerError(sum), calls: api.metricCount(sum) };
    const together = [this.alarm('ApiServerErrors', failsOften(answers), null)];
    for (const [name, handler] of Object.entries(functions)) {
      const title = name[0]?.toUpperCase() + name.slice(1);
      const period = TICKING.includes(name) ? PERIOD : MINUTE;
      const calls = {
        failures: handler.metricErrors({ period }),
        calls: handler.metricInvocations({ period }),
      };
      const topic = isWaitedFor(name) ? null : this.topic;
      const errors = this.alarm(`${title}Errors`, failsOften({ ...calls, period }), topic);
      if (!topic) together.push(errors);
      this.atLeast(1, `${title}Throttles`, handler.metricThrottles({ period: PERIOD }));
    }
    createCompositeAlarm(this, 'RequestsFail', this.topic, together);
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

  /** Alarms on metrics of the Lambdas' own. */
  private watchPeople(stage: string): void {
    const counted = { stage, period: PERIOD, statistic: 'Sum' };
    this.atLeast(STRANGERS_GUESSES_A_PERIOD, 'PasswordGuesses', ownMetric('StrangersGuesses', counted));
    this.atLeast(PLAYBACK_FAILURES_A_PERIOD, 'PlaybackFailures', ownMetric('PlaybackFailures', counted));
    this.atLeast(1, 'LiveLimits', ownMetric('LimitBreaches', counted));
    const oldest = { stage, period: MINUTE, statistic: 'Maximum' };
    // A slow job delays one minute; two late minutes of three mean a backlog.
    this.atLeast(MAX_UNPUBLISHED_S, 'WindowsLate', ownMetric('OldestUnpublishedSeconds', oldest), {
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
  }

  private watchRequests(stage: string, api: HttpApi): void {
    const refused = ownMetric('ApiRefusals', { stage, period: PERIOD, statistic: 'Sum' });
    this.atLeast(REFUSALS_A_PERIOD, 'ApiRefusals', refused);
    const fallbacks = ownMetric('PageFallbacks', { stage, period: PERIOD, statistic: 'Sum' });
    this.atLeast(PAGE_FALLBACKS_A_PERIOD, 'PageFallbacks', fallbacks);
    const slowest = api.metricIntegrationLatency({ period: PERIOD, statistic: 'p99' });
    this.atLeast(MAX_P99_MS, 'ApiSlow', slowest, { evaluationPeriods: 3, datapointsToAlarm: 3 });
  }

  /**
   * Throttled requests of the table and of each index, which have their own metrics; requests that fail after all
   * retries count as `ApiServerErrors`. One alarm each: an index that was never throttled has no data, which would hide
   * the others in a sum.
   */
  private watchTable(table: TableV2): void {
    for (const { name, read, write } of throttleMetrics(table, PERIOD)) {
      this.atLeast(THROTTLES_A_PERIOD, `${name}ReadThrottles`, read);
      this.atLeast(THROTTLES_A_PERIOD, `${name}WriteThrottles`, write);
    }
  }

  /** Only the stream's mapping has an iterator. */
  private watchNews(news: LambdaFunction, pages: IQueue): void {
    const age = news.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' });
    this.atLeast(MAX_NOTICE_AGE_MS, 'NewsStreamLate', age);
    const oldest = pages.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' });
    this.atLeast(MAX_PAGE_AGE_S, 'NewsPagesLate', oldest);
  }

  /** All mail of the account, as AWS rates it. */
  private watchMail(): void {
    for (const kind of ['Bounce', 'Complaint'] as const) {
      const of = { namespace: 'AWS/SES', metricName: `Reputation.${kind}Rate` };
      const share = new Metric({ ...of, statistic: 'Maximum', period: Duration.hours(1) });
      this.atLeast(MAIL_SHARES[kind], `Mail${kind}s`, share);
    }
  }

  /** Source: AWS Backup Developer Guide, "AWS Backup metrics with CloudWatch". */
  private watchBackups({ backupVaultName: BackupVaultName }: IBackupVault): void {
    for (const kind of ['Backup', 'Copy'] as const) {
      const of = { namespace: 'AWS/Backup', dimensionsMap: { BackupVaultName } };
      const metric = new Metric({ ...of, metricName: `NumberOf${kind}JobsFailed`, statistic: 'Sum' });
      this.atLeast(1, kind === 'Copy' ? 'BackupCopyErrors' : 'BackupErrors', metric);
    }
  }

  private atLeast(threshold: number, name: string, metric: IMetric, over?: EvaluationPeriods): void {
    const comparisonOperator = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
    this.alarm(name, {
      metric,
      threshold,
      comparisonOperator,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...over,
    });
  }

  /** Rings when ticks stop, and when all of them fail. */
  private tooFewTicks(name: string, stage: string, part: 'events' | 'news'): void {
    this.below(
      TICKS_A_PERIOD / 2,
      name,
      ownMetric('Ticks', { stage, part, period: PERIOD, statistic: 'Sum' }),
    );
  }

  /** Also rings when data stop. */
  private below(threshold: number, name: string, metric: IMetric, over?: EvaluationPeriods): void {
    this.alarm(name, {
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.MISSING,
      ...over,
    });
  }

  private alarm(name: string, condition: Condition, topic: Topic | null = this.topic): IAlarm {
    const alarm = createAlarm(this, name, topic, condition);
    this.all.push(alarm);
    return alarm;
  }
}
