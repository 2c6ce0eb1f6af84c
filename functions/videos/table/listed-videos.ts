import type { Table } from '../../aws/table/table.ts';
import { placeVideo } from './video.change.ts';
import { videoWords } from './video.place.ts';
import type { VideosRepository } from '../ports.ts';

const PAGE = 100;

/**
 * Brings each listed video of a channel to where this version looks for it; answers the words by which each is found.
 * For the tick: what it costs grows with their number.
 */
export async function* refreshListedVideos(
  table: Table,
  videos: Pick<VideosRepository, 'list'>,
  channelId: string,
): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await videos.list({ channelId, list: 'listed', limit: PAGE, cursor });
    for (const video of items) {
      await placeVideo(table, video.id);
      yield videoWords(video);
    }
    cursor = next;
  } while (cursor);
}
