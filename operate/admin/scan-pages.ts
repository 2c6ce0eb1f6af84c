import { ScanCommand, type DynamoDBDocumentClient, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

export type Item = Readonly<Record<string, unknown>>;

/** Yields all items of a table, page by page, with strongly consistent reads. */
export async function* scanPages<I extends object = Item>(
  client: DynamoDBDocumentClient,
  input: ScanCommandInput,
): AsyncGenerator<readonly I[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const from = ExclusiveStartKey && { ExclusiveStartKey };
    const page = await client.send(new ScanCommand({ ...input, ConsistentRead: true, ...from }));
    yield (page.Items ?? []) as I[];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
