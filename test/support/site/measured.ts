import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LambdaName } from '#functions/lambdas.ts';
import {
  METRIC_NAMESPACE,
  METRICS,
  type MetricDefinition,
  type MetricName,
} from '#functions/metrics/metrics.ts';

/** A log line with a value of a metric. */
interface MeasuredLine {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
  readonly [member: string]: unknown;
}

export interface MeasuredValue {
  readonly value: number;
  /** Value of its second dimension, if it has one. */
  readonly part: unknown;
  /** The complete line. */
  readonly line: Readonly<Record<string, unknown>>;
}

/** Returns what CloudWatch would extract from the log of a site's Lambda: all values of one metric so far, in order. */
export function measuredIn(dataDir: string, lambda: LambdaName, name: MetricName): MeasuredValue[] {
  const { by }: MetricDefinition = METRICS[name];
  return readFileSync(join(dataDir, 'logs', `${lambda}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes('"_aws"'))
    .map((line) => JSON.parse(line) as MeasuredLine)
    .filter(({ _aws }) =>
      _aws.CloudWatchMetrics.some(
        ({ Namespace, Metrics }) =>
          Namespace === METRIC_NAMESPACE && Metrics.some((metric) => metric.Name === name),
      ),
    )
    .map((line) => ({ value: line[name] as number, part: by && line[by.name], line }));
}
