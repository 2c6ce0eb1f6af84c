import { cancellationReasons } from '../../aws/retry.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { where } from '../../aws/table/write-expressions.ts';
import type { DeletionStep } from '../../base/deletion-step.ts';
import { accountKey } from '../../channels/index.ts';
import { changeVideo } from './video.change.ts';
import { videoLists } from './video-lists.repository.ts';

const PAGE = 25;

/**
 * Withholds all videos of a suspended person, or restores them. Each write requires that the person's status has not
 * changed, so that concurrent runs end in the right state.
 */
export const withholdVideos =
  (table: Table, isWithheld: boolean): DeletionStep =>
  async ({ id, hasTime }) => {
    const is_withheld = isWithheld || undefined;
    const isStill = personIs(table, id, isWithheld);
    let cursor: string | undefined;
    do {
      const { items, next } = await videoLists(table).list({
        channelId: id,
        list: 'all',
        limit: PAGE,
        cursor,
      });
      for (const video of items) {
        if (!hasTime()) return false;
        const change = changeVideo(
          table,
          video.id,
          (known) => (known.is_withheld === is_withheld ? null : { is_withheld }),
          [isStill],
        );
        if (!(await unlessOver(change))) return true;
      }
      cursor = next;
    } while (cursor);
    return true;
  };

const personIs = ({ TableName }: Table, id: string, isSuspended: boolean): Write => ({
  ConditionCheck: {
    TableName,
    Key: accountKey(id),
    ...where({ if: isSuspended ? 'attribute_exists(suspended)' : 'attribute_not_exists(suspended)' }),
  },
});

async function unlessOver(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (cancellationReasons(error).includes('ConditionalCheckFailed')) return false;
    throw error;
  }
}
