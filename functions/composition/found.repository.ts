import { decodeTime, encodeTime } from 'ulid';
import { pagesOf, type ItemQuery } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import type { ChannelItem } from '../channels/channel.item.ts';
import { newestOrder } from '../channels/table/channel-orders.repository.ts';
import { videoLists, type VideoItem } from '../videos/table/video.item.ts';
import type { SitemapRepository, Time } from '../feeds/ports.ts';

/** Of a list in a day; a sitemap may name 50,000. */
const MOST = 10_000;

/** The characters of a ULID that tell its time. */
const TIME_LENGTH = 10;

/** A part of an index, between two sort keys. */
interface Part {
  readonly index: string;
  readonly partition: string;
  readonly from: string;
  readonly until: string;
}

export const sitemapRepository = (table: Table): SitemapRepository => ({
  findFirstMs: async () => {
    const all = { fromMs: 0, untilMs: LAST_MS };
    const firsts = await Promise.all([
      ...channelParts(all).map(async (part) => {
        const [first] = await read<ChannelItem>(table, part, 1);
        return first && decodeTime(first.id);
      }),
      read<VideoItem>(table, videoPart(all), 1).then(([first]) => first && Date.parse(first.created_at)),
    ]);
    const known = firsts.filter((ms) => ms !== undefined);
    return known.length > 0 ? Math.min(...known) : null;
  },
  listChannels: async (time) => {
    const groups = channelParts(time).map((part) => read<ChannelItem>(table, part, MOST));
    return (await Promise.all(groups)).flat();
  },
  listVideos: (time) => read<VideoItem>(table, videoPart(time), MOST),
});

/** The last moment that an ISO date of four digits has. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Channels that have streamed, by the time of sign-up, which their ids begin with: the live ones and the others. */
function channelParts({ fromMs, untilMs }: Time): Part[] {
  const { index, partition } = newestOrder;
  const keyAt = (ms: number): string => `1#${encodeTime(Math.max(0, ms), TIME_LENGTH)}`;
  return [true, false].map((isLive) => ({
    index,
    partition: partition(isLive),
    from: keyAt(fromMs),
    until: keyAt(untilMs),
  }));
}

function videoPart({ fromMs, untilMs }: Time): Part {
  const { index, partition } = videoLists.public();
  const keyAt = (ms: number): string => new Date(ms).toISOString();
  return { index, partition, from: keyAt(fromMs), until: keyAt(untilMs) };
}

/** The first ones. None is at `until` itself: sort keys go on after their time. */
async function read<T>(table: Table, { index, partition, from, until }: Part, Limit: number): Promise<T[]> {
  const query: ItemQuery = {
    IndexName: index,
    KeyConditionExpression: `${index}pk = :list AND ${index}sk BETWEEN :from AND :until`,
    ExpressionAttributeValues: { ':list': partition, ':from': from, ':until': until },
    Limit,
  };
  const items: T[] = [];
  for await (const page of pagesOf<T>(table, query)) {
    items.push(...page);
    if (items.length >= Limit) break;
  }
  return items.slice(0, Limit);
}
