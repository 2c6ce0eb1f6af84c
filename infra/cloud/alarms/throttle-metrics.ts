import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { tableSchema } from '#infra/agreed/table-schema.ts';

/**
 * Throttled requests of the table (`Table`) and of each of its indexes (`Gsi1`). Source: DynamoDB Developer Guide,
 * "DynamoDB metrics and dimensions".
 */
export function throttleMetrics({ tableName: TableName }: TableV2, period: Duration) {
  const of = (kind: string, dimensionsMap: Record<string, string>) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: `${kind}ThrottleEvents`,
      dimensionsMap: { TableName, ...dimensionsMap },
      statistic: 'Sum',
      period,
    });
  const both = (name: string, dimensions: Record<string, string> = {}) => ({
    name,
    read: of('Read', dimensions),
    write: of('Write', dimensions),
  });
  const ofIndexes = tableSchema.indexes.map(({ name }) =>
    both(`${name[0]!.toUpperCase()}${name.slice(1)}`, { GlobalSecondaryIndexName: name }),
  );
  return [both('Table'), ...ofIndexes];
}
