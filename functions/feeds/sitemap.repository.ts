import { decodeTime, encodeTime } from 'ulid';
import { pagesOf, type ItemQuery } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, newestOrder } from '#functions/channels/index.ts';
import { videoIndexes, type VideoItem } from '#functions/videos/index.ts';

/** Per list and day; a sitemap may contain 50,000. */
const MOST = 10_000;

/** The characters of a ULID that encode its time. */
const TIME_LENGTH = 10;

/** A part of an index, between two sort keys. */
interface Part {
  readonly index: string;
  readonly partition: string;
  readonly from: string;
  readonly until: string;
}

/** Excludes `untilMs`. In ms since 1970. */
interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

export type SitemapRepository = ReturnType<typeof sitemapRepository>;

/** What search engines may index. The cost of a read does not grow with the number of channels and videos. */
export const sitemapRepository = (table: Table) => ({
  /** When the first channel or video was created, in ms since 1970; `null` if there is none. */
  findFirstMs: async (): Promise<number | null> => {
    const all = { fromMs: 0, untilMs: LAST_MS };
    const firsts = await Promise.all([
      ...channelParts(all).map(async (part) => {
        const [first] = await read<ChannelItem>(table, part, 1);
        return first && decodeTime(first.id);
      }),
      read<VideoItem>(table, videoPart(all), 1).then(([first]) => first && Date.parse(first.created_at)),
    ]);
    const times = firsts.filter((ms) => ms !== undefined);
    return times.length > 0 ? Math.min(...times) : null;
  },
  /** Channels that have streamed and were created in this time; at most ten thousand. */
  listChannels: async (time: TimeRange): Promise<readonly Pick<ChannelItem, 'username'>[]> => {
    const groups = channelParts(time).map((part) => read<ChannelItem>(table, part, MOST));
    return (await Promise.all(groups)).flat();
  },
  /** Public videos that were published in this time; at most ten thousand. */
  listVideos: (time: TimeRange): Promise<readonly Pick<VideoItem, 'id' | 'username'>[]> =>
    read<VideoItem>(table, videoPart(time), MOST),
});

/** The last moment that an ISO date of four digits has. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Channels that have streamed, by the time of sign-up, which their ids begin with: the live ones and the others. */
function channelParts({ fromMs, untilMs }: TimeRange): Part[] {
  const { index, partition } = newestOrder;
  const keyAt = (ms: number): string => `1#${encodeTime(Math.max(0, ms), TIME_LENGTH)}`;
  return [true, false].map((isLive) => ({
    index,
    partition: partition(isLive),
    from: keyAt(fromMs),
    until: keyAt(untilMs),
  }));
}

function videoPart({ fromMs, untilMs }: TimeRange): Part {
  const { index, partition } = videoIndexes.public();
  const keyAt = (ms: number): string => new Date(ms).toISOString();
  return { index, partition, from: keyAt(fromMs), until: keyAt(untilMs) };
}

/** The first items. None has `until` as its sort key, because sort keys continue after the time. */
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
