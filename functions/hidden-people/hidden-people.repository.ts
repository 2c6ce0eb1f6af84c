import { MAX_HIDDEN_PEOPLE } from '#shared/limits.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, putItem } from '#functions/aws/table/write-items.ts';
import { HIDDEN_PREFIX, hiddenKey } from './hidden-person.item.ts';

export interface HiddenPerson {
  readonly id: string;
  readonly username: string;
}

export type HiddenPeopleRepository = ReturnType<typeof hiddenPeopleRepository>;

/** See `hidden-person.item.ts` for the keys. */
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
    await deleteItem(table, hiddenKey(personId, hiddenId));
  },
});
