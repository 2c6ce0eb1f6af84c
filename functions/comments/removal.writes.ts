import { MAX_REPLIES } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, addition, putInput, where } from '#functions/aws/table/write-items.ts';
import { type Commented, commentedKey, commentKey, placeOf, READY_CLIP } from './comment.item.ts';

const EXISTS = { ConditionExpression: 'attribute_exists(pk)' };

const IS_READY = { if: '#state = :ready', names: { '#state': 'state' }, values: { ':ready': READY_CLIP } };
const COUNTED = { if: 'attribute_exists(pk)' };
const HAS_ROOM = {
  if: 'attribute_exists(pk) AND (attribute_not_exists(replies) OR replies < :max)',
  values: { ':max': MAX_REPLIES },
};

/** Counts a reply at its comment. */
export function replyCount(table: Table, { replyTo, ...above }: Commented, by: 1 | -1): Write[] {
  if (replyTo === undefined) return [];
  const condition = by === 1 ? HAS_ROOM : COUNTED;
  return [{ Update: addition(table, commentKey(above, replyTo), { replies: by }, condition) }];
}

/** The writes that delete a comment, without its replies. They fail if it is gone. */
export async function removalWrites(table: Table, commented: Commented, id: string): Promise<Write[]> {
  const { replyTo, ...above } = commented;
  const Delete = { TableName: table.TableName, Key: commentKey(commented, id), ...EXISTS };
  const isCounted = replyTo !== undefined && (await getItem(table, commentKey(above, replyTo))) !== undefined;
  return [{ Delete }, ...(isCounted ? replyCount(table, commented, -1) : [])];
}

/** The writes that bring a deleted comment back, which fail if it is there; none if what it was written under is gone. */
export async function restorationWrites(
  table: Table,
  item: Readonly<Record<string, unknown>>,
): Promise<Write[]> {
  const { commented } = placeOf({ pk: String(item['pk']), sk: String(item['sk']) });
  const { replyTo, ...above } = commented;
  const aboveKeys = [commentedKey(commented), ...(replyTo === undefined ? [] : [commentKey(above, replyTo)])];
  const found = await Promise.all(aboveKeys.map((key) => getItem(table, key)));
  const isGone =
    found.includes(undefined) || (commented.kind === 'clip' && found[0]?.['state'] !== READY_CLIP);
  if (isGone) return [];
  return [
    { Put: putInput(table, item, ABSENT) },
    underCheck(table, commented),
    // Its place may have been taken meanwhile.
    ...(replyTo === undefined
      ? []
      : [{ Update: addition(table, commentKey(above, replyTo), { replies: 1 }, COUNTED) }]),
  ];
}

/** Comments are deleted after what they are written under, so that none is written later. */
export const underCheck = (table: Table, commented: Commented): Write => ({
  ConditionCheck: {
    TableName: table.TableName,
    Key: commentedKey(commented),
    ...(commented.kind === 'video' ? EXISTS : where(IS_READY)),
  },
});
