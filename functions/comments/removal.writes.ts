import { MAX_REPLIES } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { addition } from '#functions/aws/table/write-items.ts';
import { type Commented, commentKey } from './comment.item.ts';

export const EXISTS = { ConditionExpression: 'attribute_exists(pk)' };

const HAS_ROOM = {
  if: 'attribute_exists(pk) AND (attribute_not_exists(replies) OR replies < :max)',
  values: { ':max': MAX_REPLIES },
};

/** Counts a reply at its comment. */
export function replyCount(table: Table, { replyTo, ...above }: Commented, by: 1 | -1): Write[] {
  if (replyTo === undefined) return [];
  const condition = by === 1 ? HAS_ROOM : { if: 'attribute_exists(pk)' };
  return [{ Update: addition(table, commentKey(above, replyTo), { replies: by }, condition) }];
}

/** The writes that delete a comment, without its replies. They fail if it is gone. */
export async function removalWrites(table: Table, commented: Commented, id: string): Promise<Write[]> {
  const { replyTo, ...above } = commented;
  const Delete = { TableName: table.TableName, Key: commentKey(commented, id), ...EXISTS };
  const isCounted = replyTo !== undefined && (await getItem(table, commentKey(above, replyTo))) !== undefined;
  return [{ Delete }, ...(isCounted ? replyCount(table, commented, -1) : [])];
}
