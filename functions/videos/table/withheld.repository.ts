import { unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { suspensionCheck } from '#functions/channels/index.ts';
import { changeVideo } from './video-changes.repository.ts';
import { videoLists } from './video-lists.repository.ts';

const PAGE = 25;

/**
 * Withholds all videos of a suspended person, or restores them. Each write requires that the person's status has not
 * changed, so that concurrent runs end in the right state.
 */
export const withholdVideos =
  (table: Table, isWithheld: boolean): AccountStep =>
  async ({ id: channelId, hasTime }) => {
    const is_withheld = isWithheld || undefined;
    const isStill = suspensionCheck(table, channelId, isWithheld);
    let cursor: string | undefined;
    do {
      const page = await videoLists(table).list({ channelId, list: 'all', limit: PAGE, cursor });
      for (const { id } of page.items) {
        if (!hasTime()) return false;
        const withhold = changeVideo(
          table,
          id,
          (known) => (known.is_withheld === is_withheld ? null : { is_withheld }),
          [isStill],
        );
        if (!(await unlessConditionFails(withhold))) return true;
      }
      cursor = page.next;
    } while (cursor);
    return true;
  };
