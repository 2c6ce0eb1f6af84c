import type { Page, PageRequest } from '../base/page.ts';
import type { Channel, ChannelOrder } from '../../shared/channels/streamers.ts';
import type { ChannelItem } from './channel.item.ts';

export interface ChannelList extends PageRequest {
  readonly live: boolean | undefined;
  /** @default viewers */
  readonly order?: ChannelOrder;
}

export type ChannelPage = Page<Channel>;

/** Reads channels. Each method costs the same whatever the number of channels. */
export interface ChannelsRepository {
  findById(id: string): Promise<Channel | null>;
  /** The same, where everybody may see it. */
  findShown(id: string): Promise<Channel | null>;
  /** The channel as it is now; what the other reads answer may be a moment old. */
  findCurrent(id: string): Promise<Channel | null>;
  findByUsername(username: string): Promise<Channel | null>;
  /**
   * Those that never streamed last. By viewers: live ones first, then the others, by followers. `live` keeps those that
   * are, or those that are not.
   */
  list(list: ChannelList): Promise<ChannelPage>;
  /** The channels of a category, of whatever name, by viewers. */
  listCategory(categoryId: string, part: PageRequest): Promise<ChannelPage>;
}

export type Detail =
  | 'display_name'
  | 'description'
  | 'schedule'
  | 'avatar'
  | 'thumbnail_url'
  | 'title'
  | 'game'
  | 'tags'
  | 'meter';

/** What an owner may write; fields that are left out stay as they are. */
export type Details = { readonly [D in Detail]?: ChannelItem[D] | undefined };

/** What somebody reads who wants a name that another has, or one that looks like it. */
export const LOOKS_TAKEN = 'This name looks like the name of another channel. Please choose another.';

export interface DetailsRepository {
  /**
   * `null` when there is no such channel. Throws `unavailable` while others crowd it, `conflict` for a name that looks like
   * another's.
   */
  change(channelId: string, details: Details): Promise<ChangedChannel | null>;
}

export interface ChangedChannel {
  readonly channel: Channel;
  /** Addresses of pictures that it showed before and no longer does. */
  readonly dropped: readonly string[];
}

/** How many watch. */
export interface ViewersRepository {
  /** Sets a live channel's viewers, with its place in the lists and its category's sum. Nothing while not live. */
  setViewers(channelId: string, viewers: number): Promise<void>;
  /** The same, where fewer are shown. Throws `unavailable` when a crowd keeps changing the channel. */
  raiseViewers(channelId: string, viewers: number): Promise<void>;
}

/** Reads what channels are called. */
export interface ChannelNames {
  /** The display names of channels by their ids, at half a unit each; one that is gone has none. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
