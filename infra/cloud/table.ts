import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { tableSchema } from '../agreed/table-schema.ts';

/**
 * What a handler does with items. There is no Scan, and no batch write: the cost of a request must not grow with the
 * table. A transaction is authorised by the actions of its parts.
 */
const ITEM_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
] as const;

/** The one table: on demand, restorable to any second of 35 days, and kept when the stack is deleted. */
export class Table extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string) {
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
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Lets a role work on items, by the table and by each of its indexes. */
  grantItems(role: IRole): void {
    const { tableArn } = this.table;
    const indexArns = tableSchema.indexes.map(({ name }) => `${tableArn}/index/${name}`);
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: [...ITEM_ACTIONS], resources: [tableArn, ...indexArns] }),
    );
  }

  /** Lets a role read which names are taken, and videos; nothing of a person, a stream or a chat. */
  grantPresence(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem'],
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USERNAME#*', 'VIDEO#*'] } },
      }),
    );
  }
}

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });
