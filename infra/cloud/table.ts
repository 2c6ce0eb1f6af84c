import { Stack, type CfnElement } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { LambdaName } from '../../functions/lambdas.ts';
import {
  namedAttributes,
  READ_OPERATIONS,
  tableAccess,
  WRITE_OPERATIONS,
  type TableAccess,
} from '../agreed/table-access.ts';
import { tableSchema } from '../agreed/table-schema.ts';
import { acknowledge } from './parts/acknowledge.ts';
import type { Stage } from './stage/stage.ts';

export interface TableProps {
  readonly stage: Stage;
}

/** The one table: on demand, and restorable to any second of 35 days. */
export class Table extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: TableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Items', {
      partitionKey: stringKey(tableSchema.partitionKey),
      sortKey: stringKey(tableSchema.sortKey),
      globalSecondaryIndexes: tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
        indexName: name,
        partitionKey: stringKey(partitionKey),
        sortKey: stringKey(sortKey),
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableSchema.timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.refusesDeletion,
      removalPolicy: stage.removalPolicy,
    });
  }

  /** Lets a Lambda's role do with items what the table of access says, and nothing with those of other partitions. */
  grantItems(role: IRole, lambda: LambdaName): void {
    const { writes, reads, gets }: TableAccess = tableAccess[lambda];
    const { tableArn } = this.table;
    const everywhere = [tableArn, `${tableArn}/index/*`];
    const id = Stack.of(this).getLogicalId(this.table.node.defaultChild as CfnElement);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>/index/*]`]:
        'Partition keys are what is granted. All names of the indexes would not fit into an inline policy.',
    });
    allow(role, everywhere, [...READ_OPERATIONS, ...WRITE_OPERATIONS], writes);
    allow(role, everywhere, READ_OPERATIONS, reads);
    for (const [key, attributes] of Object.entries(gets))
      allow(role, [tableArn], ['GetItem'], [key], onlyThese(attributes));
  }
}

/** `LeadingKeys` are the partition keys that a request names, of the table or of the index that it asks. */
function allow(
  role: IRole,
  resources: string[],
  operations: readonly string[],
  keys: readonly string[],
  more: Readonly<Record<string, object>> = {},
): void {
  if (keys.length === 0) return;
  const actions = operations.map((operation) => `dynamodb:${operation}`);
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys }, ...more };
  role.addToPrincipalPolicy(new PolicyStatement({ actions, resources, conditions }));
}

/**
 * A request without a projection names no attribute, so that all that it names would fit: `Select` refuses it. The
 * documentation does not say whether a GetItem has this key; where it has none, its absence must not refuse every page. Source:
 * DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control", whose examples ask "IfExists".
 */
const onlyThese = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': namedAttributes(attributes) },
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });
