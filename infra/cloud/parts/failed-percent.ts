import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';

/** Fewer in a minute may be bad luck of one person, whatever share of the night's few calls they are. */
const MIN_FAILURES = 3;
/** Of many calls so few fail always: timeouts, and people who leave. */
const MAX_FAILED_PERCENT = 0.5;
export const MINUTE = Duration.minutes(1);

interface Calls {
  /** Both of the same `period`. */
  readonly failures: IMetric;
  readonly calls: IMetric;
  /** @default {@link MINUTE} */
  readonly period?: Duration;
}

/** An alarm's condition: at least three calls fail in a period, and more than half a percent of all. */
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
