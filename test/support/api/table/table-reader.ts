import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** Every item of the table. */
export async function readAll({ client, TableName }: Table): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
