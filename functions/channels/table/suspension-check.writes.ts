import type { Table, Write } from '#functions/aws/table/table.ts';
import { accountKey } from '../channel.item.ts';

/** Requires that a person is suspended, or is not, so that late writes of a suspension or of its end change nothing. */
export const suspensionCheck = ({ TableName }: Table, id: string, isSuspended: boolean): Write => ({
  ConditionCheck: {
    TableName,
    Key: accountKey(id),
    ConditionExpression: `attribute_${isSuspended ? 'exists' : 'not_exists'}(suspended)`,
  },
});
