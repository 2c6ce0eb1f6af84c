import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { fanLists } from './fan.item.ts';
import { forgetShowing } from './table/showings.repository.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { fansRepository } from './table/fans.repository.ts';

const PAGE = 25;

/** Deletes a person's collection and what their stream shows; their channel must be deleted before. */
export const deleteFans =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const fans = fansRepository(table);
    await forgetShowing(table, { kind: 'channel', id });
    const { index, partition } = fanLists.of(id);
    while (hasTime()) {
      const { items } = await queryPage<{ readonly id: string }>(table, {
        IndexName: index,
        KeyConditionExpression: 'gsi1pk = :fans',
        ExpressionAttributeValues: { ':fans': partition },
        Limit: PAGE,
      });
      if (items.length === 0) return true;
      for (const fan of items) {
        // The fan goes last because a retry finds its links by it.
        if (!hasTime() || !(await fans.removeLinks(fan.id, hasTime))) return false;
        const stored = await fans.find(fan.id);
        if (stored) await fans.remove(stored);
      }
    }
    return false;
  };
