import { partitionKeyOf } from '../../agreed/table-access.ts';

/** One operation on items of one partition, as IAM authorises it. */
export interface ItemOperation {
  /** `GetItem`. */
  readonly operation: string;
  /** `undefined` if the request has none: DynamoDB refuses such a request itself. */
  readonly leadingKey: string | undefined;
  /** Of GetItem: the attributes that it names, its key's among them; nothing where it asks for all. */
  readonly attributes?: readonly string[] | undefined;
}

/** An item or a key, in DynamoDB's JSON. */
type Item = Readonly<Record<string, { readonly S?: string }>>;
interface Query {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}
interface Get extends Pick<Query, 'ExpressionAttributeNames'> {
  readonly Key?: Item;
  readonly ProjectionExpression?: string;
}
type Parts = Readonly<Record<string, Get & { readonly Item?: Item }>>;
interface Input extends Query, Get {
  readonly Item?: Item;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Item[] }>>;
  readonly TransactItems?: readonly Parts[];
}

/** What a request of DynamoDB's API does with which partitions, and so what its caller must be allowed. */
export function itemOperations(operation: string, input: Input): readonly ItemOperation[] {
  switch (operation) {
    case 'Query':
      return [{ operation, leadingKey: queriedKey(input) }];
    case 'BatchGetItem':
      return Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) =>
        Keys.map((key) => ({ operation, leadingKey: leadingKeyOf(key) })),
      );
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return (input.TransactItems ?? []).flatMap((parts) =>
        Object.entries(parts).map(([part, { Item, ...input }]) => ({
          operation: part === 'ConditionCheck' ? 'ConditionCheckItem' : `${part}Item`,
          leadingKey: leadingKeyOf(input.Key ?? Item),
          attributes: attributesOf(input),
        })),
      );
    default:
      return [
        { operation, leadingKey: leadingKeyOf(input.Key ?? input.Item), attributes: attributesOf(input) },
      ];
  }
}

/** The attributes at the top, of which a projection may name parts. */
function attributesOf(get: Get): readonly string[] | undefined {
  const { Key = {}, ProjectionExpression, ExpressionAttributeNames: names = {} } = get;
  const projected = ProjectionExpression?.split(',').map((path) => /[#\w]+/.exec(path)?.[0] ?? '');
  return projected && [...Object.keys(Key), ...projected.map((name) => names[name] ?? name)];
}

const leadingKeyOf = (item: Item | undefined): string | undefined => item?.[partitionKeyOf()]?.S;

/** The value that the condition compares the partition key with. */
function queriedKey(query: Query): string | undefined {
  const { KeyConditionExpression = '', ExpressionAttributeNames: names = {} } = query;
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === partitionKeyOf(query.IndexName))
      return query.ExpressionAttributeValues?.[value]?.S;
  }
  return undefined;
}
