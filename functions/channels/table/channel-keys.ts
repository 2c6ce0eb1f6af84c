/**
 * Index keys of a channel, derived from its fields: lists, category, words. Items:
 *
 * | item              | pk                              | sk            |
 * |-------------------|---------------------------------|---------------|
 * | word of a channel | `WORD#<tier>#<first character>` | `<word>#<id>` |
 *
 * A search reads a limited number of items of each tier, live and popular ones first. `words` and `tier` are also
 * attributes of the channel, so that a change knows which items to delete.
 */
import type { Table, Write } from '#functions/aws/table/table.ts';
import { categoryOf, categoryPartition, type Share, shareWrites } from '../category.item.ts';
import { addition } from '#functions/aws/table/write-items.ts';
import {
  channelKey,
  channelRank,
  CHANNELS_PARTITION,
  countKey,
  hasStreamed,
  isSimilarCount,
  type ChannelItem,
} from '../channel.item.ts';
import { followersOrder, newestOrder } from './channel-orders.repository.ts';
import { channelWordPartition } from '#functions/word-index/word-lists.ts';
import { channelWords } from '#functions/word-index/words.ts';

/** `undefined` for a hidden channel. */
type ListKeys = Readonly<Record<`gsi${1 | 2 | 3 | 4}${'pk' | 'sk'}`, string | undefined>>;

/** Stored with the channel's fields. */
interface IndexKeys extends ListKeys {
  readonly has_streamed: boolean;
  readonly tier: string;
  readonly words: readonly string[];
}

/** Channels of an earlier version may lack attributes. */
export interface StoredChannel extends ChannelItem, Partial<Omit<IndexKeys, 'has_streamed'>> {
  /** All its words were noted (`known-words.repository.ts`). */
  readonly noted?: true;
  readonly version?: number;
  /** The total of the channel's counter that `followers` contains. */
  readonly folded_followers?: number;
  /** The latest window of time in which requests have folded it, and how often. */
  readonly folds?: { readonly window: number; readonly count: number };
}

const TOP_TIER = 3;

/**
 * Whether it is live, and the magnitude of its audience. It leaves the tier `before` downwards only when it has lost more
 * than a few, because all its words move with it.
 */
function tierOf({ is_live, viewers, followers }: ChannelItem, before = ''): string {
  const live = is_live ? '1' : '0';
  const count = is_live ? viewers : followers;
  const magnitude = Math.min(String(count).length - 1, TOP_TIER);
  const earlier = before.startsWith(live) ? Number(before.slice(1)) : 0;
  const stays = magnitude < earlier && isSimilarCount(10 ** earlier, count);
  return `${live}${stays ? earlier : magnitude}`;
}

/** `before`: the keys that the channel has, which stay the same while its audience changes little. */
export const indexKeysOf = (
  channel: ChannelItem,
  before: Pick<StoredChannel, 'gsi1sk' | 'tier'> = {},
): IndexKeys => ({
  ...listKeysOf(channel, before.gsi1sk),
  has_streamed: hasStreamed(channel),
  tier: tierOf(channel, before.tier),
  words: channel.is_hidden ? [] : channelWords(channel),
});

function listKeysOf(channel: ChannelItem, rankBefore: string | undefined): ListKeys {
  const rank = channelRank(channel, rankBefore);
  const category = categoryOf(channel.game);
  const keys = {
    gsi1pk: CHANNELS_PARTITION,
    gsi1sk: rank,
    gsi2pk: category && categoryPartition(category),
    gsi2sk: category && rank,
    gsi3pk: followersOrder.partition(channel.is_live),
    gsi3sk: followersOrder.sortKey(channel),
    gsi4pk: newestOrder.partition(channel.is_live),
    gsi4sk: newestOrder.sortKey(channel),
  };
  if (!channel.is_hidden) return keys;
  return Object.fromEntries(Object.keys(keys).map((name) => [name, undefined])) as Record<
    keyof ListKeys,
    undefined
  >;
}

/** The item of a new channel. */
export const toItem = (channel: ChannelItem) => ({
  ...channelKey(channel.id),
  ...definedOf(indexKeysOf(channel)),
  ...channel,
});

/** The keys of the items of a channel's words. */
export const wordKeys = (id: string, { tier, words }: Partial<Pick<IndexKeys, 'tier' | 'words'>>) =>
  tier === undefined
    ? []
    : (words ?? []).map((word) => ({ pk: channelWordPartition(tier, word), sk: `${word}#${id}` }));

const shareOf = ({ gsi2pk, game }: StoredChannel): Share => ({
  category: gsi2pk?.slice(categoryPartition('').length),
  name: game,
  counts: { channels: 1 },
});

/** Moves the channel's share from its former category to the current one. */
export const categoryWrites = (table: Table, before: StoredChannel, after: StoredChannel): Write[] =>
  shareWrites(table, shareOf(before), shareOf(after));

/** Takes the share of a deleted channel from its category. */
export const categoryRemoval = (table: Table, before: StoredChannel): Write[] =>
  shareWrites(table, shareOf(before), { category: undefined, name: '', counts: {} });

/** Updates the numbers of listed and of live channels. */
export function countWrites(table: Table, before: ChannelItem, after: ChannelItem): Write[] {
  const [was, is] = [listingCounts(before), listingCounts(after)];
  const change = { total: is.total - was.total, live: is.live - was.live };
  if (change.total === 0 && change.live === 0) return [];
  const changed = Object.fromEntries(Object.entries(change).filter(([, by]) => by !== 0));
  return [{ Update: addition(table, countKey, changed) }];
}

/** Returns a channel's share of these numbers. */
export const listingCounts = ({ is_hidden, is_live }: ChannelItem) => ({
  total: is_hidden ? 0 : 1,
  live: is_live && !is_hidden ? 1 : 0,
});

const definedOf = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
