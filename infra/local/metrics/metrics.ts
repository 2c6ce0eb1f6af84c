import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import { type Operation, startAwsServer } from '../aws/aws-server.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';

/** One value of a metric; `atMs` is in ms since 1970. */
export interface Datum {
  readonly atMs: number;
  readonly value: number;
}

/** Returns the values of a metric in order of time, by its name and the value of its one dimension. */
export type MetricOf = (name: string, dimension: string) => readonly Datum[];

export interface MetricsOptions {
  readonly credentials: Credentials;
  /** By namespace and dimension: `AWS/IVS by Channel`. */
  readonly metrics: Readonly<Record<string, MetricOf>>;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

export type LocalMetrics = Awaited<ReturnType<typeof startMetrics>>;

const STATISTICS = {
  Average: (values: readonly number[]) => sumOf(values) / values.length,
  Maximum: (values: readonly number[]) => Math.max(...values),
  Minimum: (values: readonly number[]) => Math.min(...values),
  SampleCount: (values: readonly number[]) => values.length,
  Sum: (values: readonly number[]) => sumOf(values),
} as const;
type Statistic = keyof typeof STATISTICS;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const query = z.object({
  Id: z.string().regex(/^[a-z][a-zA-Z0-9_]*$/),
  MetricStat: z.object({
    Metric: z.object({
      Namespace: z.string(),
      MetricName: z.string(),
      Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
    }),
    Period: z.int().min(1),
    Stat: z.enum(Object.keys(STATISTICS) as [Statistic, ...Statistic[]]),
  }),
});
type MetricQuery = z.infer<typeof query>;

const input = z.object({
  StartTime: z.number(),
  EndTime: z.number(),
  ScanBy: z.enum(['TimestampAscending', 'TimestampDescending']).default('TimestampDescending'),
  MetricDataQueries: z.array(query).min(1).max(500),
});

/** Starts the stand-in for CloudWatch: GetMetricData with AWS JSON. Unknown metrics have no data points, as in AWS. */
export function startMetrics({ credentials, metrics, refuse }: MetricsOptions) {
  const operations: Record<string, Operation> = {
    GetMetricData: (given: unknown) => {
      const { StartTime, EndTime, ScanBy, MetricDataQueries } = parse(given);
      const results = MetricDataQueries.map(({ Id, MetricStat }) => {
        const data = dataOf(MetricStat, metrics).filter(
          ({ atMs }) => atMs >= StartTime * 1000 && atMs < EndTime * 1000,
        );
        const points = inPeriods(data, MetricStat);
        if (ScanBy === 'TimestampDescending') points.reverse();
        const Timestamps = points.map(([atS]) => atS);
        const Values = points.map(([, value]) => value);
        return { Id, Label: MetricStat.Metric.MetricName, Timestamps, Values, StatusCode: 'Complete' };
      });
      return { MetricDataResults: results, Messages: [] };
    },
  };
  const requests = (operation: string) => [{ action: `cloudwatch:${operation}`, resource: '*' }];
  return startAwsServer({ credentials, operations, authorization: refuse && { refuse, requests } });
}

function parse(given: unknown): z.infer<typeof input> {
  const result = input.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AwsError('ValidationError', `Invalid value at '${issue?.path.join('.')}': ${issue?.message}`);
}

function dataOf(
  { Metric: { Namespace, MetricName, Dimensions = [] } }: MetricQuery['MetricStat'],
  metrics: MetricsOptions['metrics'],
): readonly Datum[] {
  const [dimension, ...others] = Dimensions;
  if (!dimension || others.length > 0) return [];
  return metrics[`${Namespace} by ${dimension.Name}`]?.(MetricName, dimension.Value) ?? [];
}

/** Periods are aligned to multiples of their length since 1970. */
function inPeriods(
  data: readonly Datum[],
  { Period, Stat }: MetricQuery['MetricStat'],
): [atS: number, value: number][] {
  const periods = Map.groupBy(data, ({ atMs }) => Math.floor(atMs / 1000 / Period) * Period);
  return [...periods]
    .toSorted(([a], [b]) => a - b)
    .map(([atS, members]) => [atS, STATISTICS[Stat](members.map(({ value }) => value))]);
}
