import { videoWords } from './video.place.ts';
import type { VideosRepository } from './videos.repository.ts';

const PAGE = 100;

/** The words by which each listed video of a channel is found. For the tick: what it costs grows with their number. */
export async function* listedVideoWords(
  videos: Pick<VideosRepository, 'list'>,
  channelId: string,
): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await videos.list({ channelId, list: 'listed', limit: PAGE, cursor });
    for (const video of items) yield videoWords(video);
    cursor = next;
  } while (cursor);
}
