/**
 * Where a channel is found, as it follows from its fields: its place in the lists, its category, its words. Items:
 *
 * | item              | pk                              | sk            |
 * |-------------------|---------------------------------|---------------|
 * | word of a channel | `WORD#<tier>#<first character>` | `<word>#<id>` |
 *
 * Tiers keep what matters most within reach: a search reads so many items of each and no more, the live and the popular
 * first. `words` and `tier` also stand on the channel, so that a change knows which items to take away.
 */
import type { Table, Write } from '../../aws/table/table.ts';
import { categoryOf, categoryPartition, type Share, shareWrites } from '../category.item.ts';
import { addition } from '../../aws/table/write-items.ts';
import {
  channelKey,
  channelRank,
  CHANNELS_PARTITION,
  countKey,
  hasStreamed,
  type ChannelItem,
} from '../channel.item.ts';
import { followersOrder, newestOrder } from './channel-orders.repository.ts';
import { channelWordPartition } from '../../word-index/word-lists.ts';
import { channelWords } from '../../word-index/words.ts';

/** Its places in the lists; a hidden channel has none. */
interface ListKeys {
  readonly gsi1pk: string | undefined;
  readonly gsi1sk: string | undefined;
  readonly gsi2pk: string | undefined;
  readonly gsi2sk: string | undefined;
  readonly gsi3pk: string | undefined;
  readonly gsi3sk: string | undefined;
  readonly gsi4pk: string | undefined;
  readonly gsi4sk: string | undefined;
}

/** What is stored beside a channel's fields. */
export interface IndexKeys extends ListKeys {
  readonly has_streamed: boolean;
  readonly tier: string;
  readonly words: readonly string[];
}

/** A channel as it was read; one of an earlier version may lack parts of its place. */
export type StoredChannel = ChannelItem & Partial<IndexKeys> & Partial<Noted> & { readonly version?: number };

/** On a channel whose words were all noted as they came (`known-words.repository.ts`), which those of earlier versions were not. */
export interface Noted {
  readonly noted: true;
}

const TOP_TIER = 3;

/** Live or not, and the magnitude of its audience: below 10, 100, 1000 or beyond. Changes of it are so rare. */
function tierOf({ is_live, viewers, followers }: ChannelItem): string {
  const magnitude = String(is_live ? viewers : followers).length - 1;
  return `${is_live ? 1 : 0}${Math.min(magnitude, TOP_TIER)}`;
}

export const indexKeysOf = (channel: ChannelItem): IndexKeys => ({
  ...(channel.is_hidden ? NO_INDEX : listKeysOf(channel)),
  has_streamed: hasStreamed(channel),
  tier: tierOf(channel),
  words: channel.is_hidden ? [] : channelWords(channel),
});

const NO_INDEX: ListKeys = {
  gsi1pk: undefined,
  gsi1sk: undefined,
  gsi2pk: undefined,
  gsi2sk: undefined,
  gsi3pk: undefined,
  gsi3sk: undefined,
  gsi4pk: undefined,
  gsi4sk: undefined,
};

function listKeysOf(channel: ChannelItem): ListKeys {
  const rank = channelRank(channel);
  const category = categoryOf(channel.game);
  return {
    gsi1pk: CHANNELS_PARTITION,
    gsi1sk: rank,
    gsi2pk: category && categoryPartition(category),
    gsi2sk: category && rank,
    gsi3pk: followersOrder.partition(channel.is_live),
    gsi3sk: followersOrder.sortKey(channel),
    gsi4pk: newestOrder.partition(channel.is_live),
    gsi4sk: newestOrder.sortKey(channel),
  };
}

/** The stored form: keys, place and fields. */
export const toItem = (channel: ChannelItem) => ({
  ...channelKey(channel.id),
  ...definedOf(indexKeysOf(channel)),
  ...channel,
});

/** The items by which a channel's words lead to it. */
export const wordKeys = (id: string, { tier, words }: Partial<Pick<IndexKeys, 'tier' | 'words'>>) =>
  tier === undefined
    ? []
    : (words ?? []).map((word) => ({ pk: channelWordPartition(tier, word), sk: `${word}#${id}` }));

const shareOf = ({ gsi2pk, game, is_live, viewers }: StoredChannel): Share => ({
  category: gsi2pk?.slice(categoryPartition('').length),
  name: game,
  counts: { channels: 1, viewers: is_live ? viewers : 0 },
});

/** Takes the channel's share from the category it was in and gives it to the one it is in. */
export const categoryWrites = (table: Table, before: StoredChannel, after: StoredChannel): Write[] =>
  shareWrites(table, shareOf(before), shareOf(after));

/** Takes the channel's share from its category: it is gone. */
export const categoryRemoval = (table: Table, before: StoredChannel): Write[] =>
  shareWrites(table, shareOf(before), { category: undefined, name: '', counts: {} });

/** Counts a channel that comes into the lists or goes, and one that goes on the air there, or off it. */
export function countWrites(table: Table, before: ChannelItem, after: ChannelItem): Write[] {
  const [was, is] = [listingCounts(before), listingCounts(after)];
  const change = { total: is.total - was.total, live: is.live - was.live };
  if (change.total === 0 && change.live === 0) return [];
  const changed = Object.fromEntries(Object.entries(change).filter(([, by]) => by !== 0));
  return [{ Update: addition(table, countKey, changed) }];
}

/** What a channel adds to the numbers of all. */
export const listingCounts = ({ is_hidden, is_live }: ChannelItem) => ({
  total: is_hidden ? 0 : 1,
  live: is_live && !is_hidden ? 1 : 0,
});

const definedOf = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
