import { updateItem } from '../aws/table/write-items.ts';
import type { Table } from '../aws/table/table.ts';
import { channelKey } from './channel.item.ts';

export interface LivePicture {
  readonly channelId: string;
  /** What it is a picture of: the channel must be showing it. */
  readonly videoUrl: string;
  /** Where it is, on the site. */
  readonly pictureUrl: string;
  /** Pictures of this source have addresses that sort by time: an earlier one does not replace a later one. */
  readonly isSorted?: boolean;
}

/** Shows a picture of what is on the air now, until that ends. Changes nothing else, so it needs no turn with others. */
export async function showLivePicture(
  table: Table,
  { channelId, videoUrl, pictureUrl, isSorted = false }: LivePicture,
): Promise<void> {
  const isLater = '(attribute_not_exists(live_thumbnail_url) OR live_thumbnail_url < :live_thumbnail_url)';
  await updateItem(
    table,
    channelKey(channelId),
    { live_thumbnail_url: pictureUrl },
    {
      if: `is_live = :true AND video_url = :video${isSorted ? ` AND ${isLater}` : ''}`,
      values: { ':true': true, ':video': videoUrl },
    },
  );
}
