/**
 * People that a person has hidden. Keys:
 *
 * | item            | pk                    | sk                   | gsi1pk              | gsi1sk              |
 * |-----------------|-----------------------|----------------------|---------------------|---------------------|
 * | a hidden person | `CHANNEL#<who hides>` | `HIDDEN#<person id>` | `ABOUT#<person id>` | `HIDDEN#<who hides>`|
 *
 * `ABOUT#<person id>` is also the index of rooms, by which the deletion of an account finds what others store about it.
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { MAX_HIDDEN_PEOPLE } from '../../shared/limits.ts';
import { getMany, queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { putItem } from '../aws/table/write-items.ts';

const HIDDEN_PREFIX = 'HIDDEN#';

export interface HiddenPerson {
  readonly id: string;
  readonly username: string;
}

const hiddenKey = (personId: string, hiddenId: string) => ({
  pk: `CHANNEL#${personId}`,
  sk: HIDDEN_PREFIX + hiddenId,
});

export type HiddenPeopleRepository = ReturnType<typeof hiddenPeopleRepository>;

export const hiddenPeopleRepository = (table: Table) => ({
  list: async (personId: string): Promise<readonly HiddenPerson[]> => {
    const { pk, sk } = hiddenKey(personId, '');
    const { items } = await queryPage<{ readonly sk: string; readonly username: string }>(table, {
      KeyConditionExpression: 'pk = :person AND begins_with(sk, :hidden)',
      ExpressionAttributeValues: { ':person': pk, ':hidden': sk },
      Limit: MAX_HIDDEN_PEOPLE,
    });
    return items.map((item) => ({ id: item.sk.slice(HIDDEN_PREFIX.length), username: item.username }));
  },
  add: async (personId: string, { id, username }: HiddenPerson): Promise<void> => {
    const gsi1 = { gsi1pk: `ABOUT#${id}`, gsi1sk: HIDDEN_PREFIX + personId };
    await putItem(table, { ...hiddenKey(personId, id), ...gsi1, username });
  },
  remove: async (personId: string, hiddenId: string): Promise<void> => {
    const { client, TableName } = table;
    await client.send(new DeleteCommand({ TableName, Key: hiddenKey(personId, hiddenId) }));
  },
});

/** Those of the people who have hidden this one. Eventually consistent. */
export async function findBlockers(
  table: Table,
  people: readonly string[],
  hiddenId: string,
): Promise<ReadonlySet<string>> {
  const keys = people.map((id) => hiddenKey(id, hiddenId));
  const items = await getMany<{ readonly gsi1sk: string }>(table, keys);
  return new Set(items.map(({ gsi1sk }) => gsi1sk.slice(HIDDEN_PREFIX.length)));
}
