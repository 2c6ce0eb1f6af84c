import { Stack, type CfnElement } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  StreamViewType,
  TableV2,
  type WarmThroughput,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { LambdaName } from '#functions/lambdas.ts';
import { itemGrants, tableAccess } from '#infra/agreed/table-access.ts';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { acknowledge } from './parts/acknowledge.ts';
import type { Stage } from './stage/stage.ts';

export interface TableProps {
  readonly stage: Stage;
  /** Warm throughput of the table and each index. @default that of a new table */
  readonly warmThroughput?: WarmThroughput | undefined;
}

/** The single table: on demand, with point-in-time recovery for 35 days. */
export class Table extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage, warmThroughput }: TableProps) {
    super(scope, id);
    const warm = warmThroughput && { warmThroughput };
    this.table = new TableV2(this, 'Items', {
      partitionKey: stringKey(tableSchema.partitionKey),
      sortKey: stringKey(tableSchema.sortKey),
      globalSecondaryIndexes: tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
        indexName: name,
        partitionKey: stringKey(partitionKey),
        sortKey: stringKey(sortKey),
        ...warm,
      })),
      ...warm,
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableSchema.timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.refusesDeletion,
      removalPolicy: stage.removalPolicy,
    });
  }

  /** Grants a Lambda's role the permissions of `tableAccess`, and none for items of other partitions. */
  grantItems(role: IRole, lambda: LambdaName): void {
    const { tableArn } = this.table;
    const everywhere = [tableArn, `${tableArn}/index/*`];
    const id = Stack.of(this).getLogicalId(this.table.node.defaultChild as CfnElement);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>/index/*]`]:
        'Partition keys are what is granted. All names of the indexes would not fit into an inline policy.',
    });
    for (const { actions, conditions, isOfIndexes } of itemGrants(tableAccess[lambda])) {
      const resources = isOfIndexes ? everywhere : [tableArn];
      role.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources, conditions }));
    }
  }
}

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });
