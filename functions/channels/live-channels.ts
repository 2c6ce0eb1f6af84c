import type { Channel } from '../../shared/streamers.ts';
import type { ChannelsRepository } from './ports.ts';

const PAGE = 100;

/** Every live channel, a page at a time. For the tick: what it costs grows with the channels that are live. */
export async function* liveChannels(
  channels: Pick<ChannelsRepository, 'list'>,
): AsyncGenerator<readonly Channel[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await channels.list({ live: true, limit: PAGE, cursor });
    yield items;
    cursor = next;
  } while (cursor);
}
