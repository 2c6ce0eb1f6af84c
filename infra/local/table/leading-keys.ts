import { partitionKeyOf } from '#infra/agreed/table-access.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import type { IamRequest } from '../aws/iam/evaluate.ts';

/** An item or a key in DynamoDB's JSON. */
type Item = Readonly<Record<string, { readonly S?: string }>>;
interface Query {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}
interface Get extends Pick<Query, 'TableName' | 'ProjectionExpression' | 'ExpressionAttributeNames'> {
  readonly Key?: Item;
}
type Part = Get & { readonly Item?: Item };
interface Input extends Query, Part {
  readonly RequestItems?: Readonly<Record<string, Omit<Get, 'Key'> & { readonly Keys?: readonly Item[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
}

export const tableArn = (name = ''): string =>
  `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`;

/**
 * Returns the IAM requests of a DynamoDB request: one for all keys of a batch, so that one statement must allow them
 * all, and one for each part of a transaction. Source: DynamoDB Developer Guide, "Using IAM policy conditions for
 * fine-grained access control" and "Using IAM with DynamoDB transactions".
 */
export function itemRequests(operation: string, input: Input): readonly IamRequest[] {
  switch (operation) {
    case 'Query': {
      const { TableName, IndexName } = input;
      const resource = tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`);
      return [asked(operation, resource, [queriedKey(input)], input)];
    }
    case 'BatchGetItem':
      return Object.entries(input.RequestItems ?? {}).map(([table, { Keys = [], ...get }]) =>
        asked(operation, tableArn(table), Keys.map(leadingKeyOf), { ...get, Key: Keys[0] ?? {} }),
      );
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return (input.TransactItems ?? []).flatMap((parts) =>
        Object.entries(parts).map(([part, one]) =>
          singleItem(part === 'ConditionCheck' ? 'ConditionCheckItem' : `${part}Item`, one),
        ),
      );
    default:
      return [singleItem(operation, input)];
  }
}

const singleItem = (operation: string, part: Part): IamRequest =>
  asked(operation, tableArn(part.TableName), [leadingKeyOf(part.Key ?? part.Item)], part);

/** Operations that have `dynamodb:Select`. Source: Service Authorization Reference, "Amazon DynamoDB". */
const READS = new Set(['BatchGetItem', 'GetItem', 'Query', 'Scan']);

/** Requests without a key get an empty one: IAM would allow them, and DynamoDB rejects them. */
const asked = (
  operation: string,
  resource: string,
  leadingKeys: readonly (string | undefined)[],
  get: Get,
): IamRequest => {
  const attributes = attributesOf(get);
  return {
    action: `dynamodb:${operation}`,
    resource,
    context: {
      'dynamodb:LeadingKeys': [...new Set(leadingKeys.map((key = '') => key))],
      ...(READS.has(operation) && {
        'dynamodb:Select': attributes ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES',
      }),
      ...(attributes && { 'dynamodb:Attributes': attributes }),
    },
  };
};

/** Returns the top-level attributes of a projection and of the key. */
function attributesOf(get: Get): readonly string[] | undefined {
  const { Key = {}, ProjectionExpression, ExpressionAttributeNames: names = {} } = get;
  const projected = ProjectionExpression?.split(',').map((path) => /[#\w]+/.exec(path)?.[0] ?? '');
  return projected && [...Object.keys(Key), ...projected.map((name) => names[name] ?? name)];
}

const leadingKeyOf = (item: Item | undefined): string | undefined => item?.[partitionKeyOf()]?.S;

/** Returns the value that the key condition compares the partition key with. */
function queriedKey(query: Query): string | undefined {
  const { KeyConditionExpression = '', ExpressionAttributeNames: names = {} } = query;
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === partitionKeyOf(query.IndexName))
      return query.ExpressionAttributeValues?.[value]?.S;
  }
  return undefined;
}
