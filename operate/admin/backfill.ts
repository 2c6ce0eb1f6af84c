/**
 * Updates stored items to what this version derives from them, for example keys of an index that a deployment has
 * changed. Each item is updated by its own change function, while the site is running; an item that is up to date only
 * costs its read.
 */
import { differences } from '#functions/aws/table/item-change.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { changeChannel } from '#functions/channels/index.ts';
import { updateRank } from '#functions/comments/index.ts';
import { changeVideo } from '#functions/videos/index.ts';
import { withVideoIndexKeys } from '#functions/videos/table/video-index-keys.ts';
import { scanPages } from './scan-pages.ts';

/** As many concurrent writes as in `copy-back`, which a new table accepts. */
const AT_ONCE = 40;

interface Backfill {
  /** Their sort key, or with `#` at its end what it begins with. */
  readonly sk: string;
  readonly refresh: (table: Table, key: { readonly pk: string; readonly sk: string }) => Promise<unknown>;
}

const idOf = ({ pk }: { readonly pk: string }): string => pk.slice(pk.indexOf('#') + 1);

export const backfills: Readonly<Record<string, Backfill>> = {
  channels: { sk: 'CHANNEL', refresh: (table, key) => changeChannel(table, idOf(key), () => ({})) },
  comments: { sk: 'COMMENT#', refresh: updateRank },
  videos: {
    sk: 'VIDEO',
    refresh: (table, key) =>
      changeVideo(table, idOf(key), (video) =>
        differences(video, { ...video, ...withVideoIndexKeys(video) }).length > 0 ? {} : null,
      ),
  },
};

/** Returns the number of items. Repeatable. Rejects with an `AggregateError` after all others if some failed. */
export async function backfill(table: Table, { sk, refresh }: Backfill): Promise<number> {
  let items = 0;
  async function* keys() {
    for await (const page of scanPages<{ pk: string; sk: string }>(table.client, {
      TableName: table.TableName,
      FilterExpression: sk.endsWith('#') ? 'begins_with(sk, :sk)' : 'sk = :sk',
      ExpressionAttributeValues: { ':sk': sk },
      ProjectionExpression: 'pk, sk',
    }))
      for (const key of page) {
        items += 1;
        yield key;
      }
  }
  const failed = (count: number): string => `${count} items failed; run the command again.`;
  await eachAtOnce(keys(), { atOnce: AT_ONCE, failed }, (key) => refresh(table, key));
  return items;
}
