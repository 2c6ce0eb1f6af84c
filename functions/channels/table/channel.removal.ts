import { retryOnConflict, HIGH_CONTENTION_ATTEMPTS } from '../../aws/retry.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { addition, ofVersion, where } from '../../aws/table/write-expressions.ts';
import { channelKey, countKey, lookKey } from '../channel.item.ts';
import { tellChange } from '../channel-news.ts';
import { noteWords, settleNoted, wordChange } from '../../word-index/known-words.repository.ts';
import { categoryLoss, shownIn, wordKeys, type StoredChannel } from './channel.place.ts';
import { keyWrites, tryChange } from '../../aws/table/item-change.ts';

/** Takes a channel away, with all that follows from it (`channel.change.ts`). Nothing where there is none. */
export async function removeChannel(table: Table, id: string): Promise<void> {
  let last: StoredChannel | null = null;
  const remove = () =>
    tryChange(table, channelKey(id), (before: StoredChannel) => {
      last = before;
      const { version = 0, words = [], noted = false, looks = [] } = before;
      const { total, live } = shownIn(before);
      const note = { owner: `CHANNEL#${id}`, version, ...wordChange(words, [], noted) };
      const writes: Write[] = [
        { Delete: { TableName: table.TableName, Key: channelKey(id), ...where(asRead(before)) } },
        ...(total > 0 ? [{ Update: addition(table, countKey, { total: -total, live: -live }) }] : []),
        ...keyWrites(table, [...wordKeys(id, before), ...looks.map(lookKey)], []),
        ...categoryLoss(table, before),
        ...noteWords(table, note),
      ];
      return { after: null, writes, afterwards: () => settleNoted(table, note) };
    });
  await retryOnConflict(remove, HIGH_CONTENTION_ATTEMPTS);
  if (last) await tellChange(table, id, last, null);
}

/** Followers are counted without a change of version. */
function asRead({ version = 0, followers }: StoredChannel) {
  const { if: isUnchanged, values } = ofVersion(version);
  return {
    if: `${isUnchanged} AND followers = :knownFollowers`,
    values: { ...values, ':knownFollowers': followers },
  };
}
