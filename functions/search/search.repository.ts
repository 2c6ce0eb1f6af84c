import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../../shared/streamers.ts';
import { BATCH_KEYS, getMany } from '../aws/batch-get.ts';
import type { Table } from '../aws/table.ts';
import { channelKey, toChannel, type ChannelItem } from '../channels/channel.item.ts';
import { TIERS, wordPartition } from '../channels/channel.place.ts';
import { candidatesOf, type WordList } from './candidates.ts';
import type { SearchPorts } from './search.service.ts';

/** Words of a query that are looked up, the longest: few channels have them. The others are compared afterwards. */
const LOOKED_UP_WORDS = 3;
/** What is read of one tier for a single word: no more than one unit buys. */
const LIST_LENGTH = 50;
/** Lists that are to be compared with each other go deeper. */
const COMPARED_LIST_LENGTH = 250;

/**
 * Finds channels by the words that their changes keep (`channel.place.ts`). A search reads at most 3 lists in each of
 * 8 tiers and 100 channels, however many there are.
 */
export const searchRepository = (table: Table): SearchPorts['index'] => ({
  findCandidates: async (words) => {
    const lookedUp = words.toSorted((a, b) => b.length - a.length).slice(0, LOOKED_UP_WORDS);
    const tiers = await Promise.all(TIERS.map((tier) => findInTier(table, tier, lookedUp)));
    return readChannels(table, tiers.flat().slice(0, BATCH_KEYS));
  },
});

async function findInTier(table: Table, tier: string, words: readonly string[]): Promise<string[]> {
  const length = words.length === 1 ? LIST_LENGTH : COMPARED_LIST_LENGTH;
  return candidatesOf(await Promise.all(words.map((word) => readList(table, tier, word, length))));
}

async function readList(
  { client, TableName }: Table,
  tier: string,
  word: string,
  Limit: number,
): Promise<WordList> {
  const query = new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :words AND begins_with(sk, :word)',
    ExpressionAttributeValues: { ':words': wordPartition(tier, word), ':word': word },
    ProjectionExpression: 'sk',
    Limit,
  });
  const { Items = [], LastEvaluatedKey } = await client.send(query);
  const ids = new Set(Items.map((item) => String(item['sk']).split('#')[1] ?? ''));
  return { ids, isComplete: !LastEvaluatedKey };
}

/** A channel may change its tier while the tiers are read, and then be found in two. */
async function readChannels(table: Table, ids: readonly string[]): Promise<Channel[]> {
  const items = await getMany(table, [...new Set(ids)].map(channelKey));
  return (items as unknown as ChannelItem[]).map(toChannel);
}
