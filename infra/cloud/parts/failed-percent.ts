import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';

/** At night, fewer failures in a minute may be one person's, whatever their share of the calls. */
const MIN_FAILURES = 3;
/** At high load this share always fails: timeouts, and people who leave the page. */
const MAX_FAILED_PERCENT = 0.5;
export const MINUTE = Duration.minutes(1);

interface Calls {
  /** Both metrics must have the same `period`. */
  readonly failures: IMetric;
  readonly calls: IMetric;
  /** @default {@link MINUTE} */
  readonly period?: Duration;
}

/** An alarm's condition: at least three calls and more than half a percent of all calls fail in a period. */
export const failsOften = ({ failures, calls, period = MINUTE }: Calls) => ({
  metric: new MathExpression({
    expression: `IF(failures >= ${MIN_FAILURES}, 100 * failures / calls, 0)`,
    usingMetrics: { failures, calls },
    period,
    label: 'failed, in percent',
  }),
  threshold: MAX_FAILED_PERCENT,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});
