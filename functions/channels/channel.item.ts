/**
 * The channel as the table holds it. Keys:
 *
 * | item               | pk              | sk        | gsi1pk     | gsi1sk | gsi2pk          | gsi2sk |
 * |--------------------|-----------------|-----------|------------|--------|-----------------|--------|
 * | channel (public)   | `CHANNEL#<id>`  | `CHANNEL` | `CHANNELS` | rank   | `CATEGORY#<id>` | rank   |
 * | claim of a name    | `USERNAME#<lc>` | `CLAIM`   |            |        |                 |        |
 * | claim of its look  | `LOOK#<look>`   | `CLAIM`   |            |        |                 |        |
 * | numbers of channels| `COUNT`         | `CHANNELS`|            |        |                 |        |
 *
 * Rank orders the lists when read backwards: `1#<viewers>#<id>` while live, `0#<followers>#<id>` afterwards, and
 * `-#<followers>#<id>` for a channel that never was. One index so serves "all" (live first) and "live" (the prefix `1#`),
 * and reads of either cost what the page costs; the other does the same for each category, of whatever name. A channel
 * without a game is in none. `gsi3` and `gsi4` hold the other orders: `channel-orders.repository.ts`.
 *
 * What else follows from a channel (`channel.keys.ts`) changes with it, in one transaction: `channel.change.ts`.
 */
import type { DueQueue } from '../aws/table/due-queue.ts';
import type { Channel, Ingest, VisibleMeter } from '../../shared/channels/streamers.ts';

export interface ChannelItem {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  /** What the name looks like, as it is claimed (`names/`); names of an earlier version are not. */
  readonly looks?: readonly string[];
  readonly avatar: string;
  readonly thumbnail_url: string;
  /** Channels of an earlier version lack it. */
  readonly live_thumbnail_url: string;
  readonly title: string;
  readonly game: string;
  readonly description: string;
  readonly schedule: string;
  readonly tags: readonly string[];
  readonly is_live: boolean;
  /** Whether it is live, or ever was. */
  readonly has_streamed?: boolean;
  readonly ingest: Ingest | null;
  readonly viewers: number;
  readonly followers: number;
  readonly video_url: string;
  /** Viewers see what a fan meter hears. */
  readonly meter?: VisibleMeter | null | undefined;
  /** Its person is suspended: nobody sees it, in no list and no search. */
  readonly is_hidden?: true | undefined;
}

/** What everybody is shown of a channel, and whether they are. */
export const VISIBLE_ATTRIBUTES = [
  'id',
  'username',
  'display_name',
  'avatar',
  'thumbnail_url',
  'live_thumbnail_url',
  'title',
  'game',
  'description',
  'schedule',
  'tags',
  'is_live',
  'ingest',
  'viewers',
  'followers',
  'video_url',
  'meter',
  'is_hidden',
] as const satisfies readonly (keyof ChannelItem)[];
export type VisibleItem = Pick<ChannelItem, (typeof VISIBLE_ATTRIBUTES)[number]>;

export const channelKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: 'CHANNEL' });
/** The person behind the channel: see `auth.repository.ts`. */
export const accountKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: 'ACCOUNT' });
export const usernameKey = (username: string) => ({ pk: `USERNAME#${username.toLowerCase()}`, sk: 'CLAIM' });
export const lookalikeKey = (skeleton: string) => ({ pk: `LOOK#${skeleton}`, sk: 'CLAIM' });
export const countKey = { pk: 'COUNT', sk: 'CHANNELS' };

export const CHANNELS_PARTITION = 'CHANNELS';
export const LIVE_RANK_PREFIX = '1#';

const COUNT_DIGITS = 10;

/** A count as a part of a sort key. */
export const countText = (count: number): string => String(count).padStart(COUNT_DIGITS, '0');

export const hasStreamed = ({ is_live, has_streamed }: ChannelItem): boolean =>
  is_live || has_streamed === true;

/** The sort key that puts a channel into its place in the lists. */
export function channelRank(channel: ChannelItem): string {
  const { id, is_live, viewers, followers } = channel;
  if (is_live) return `${LIVE_RANK_PREFIX}${countText(viewers)}#${id}`;
  return `${hasStreamed(channel) ? '0#' : '-#'}${countText(followers)}#${id}`;
}

/** A channel as sign-up makes it. */
export function newChannel(id: string, username: string): ChannelItem {
  return {
    id,
    username,
    display_name: username,
    avatar: '',
    thumbnail_url: '',
    live_thumbnail_url: '',
    title: '',
    game: '',
    description: '',
    schedule: '',
    tags: [],
    is_live: false,
    ingest: null,
    viewers: 0,
    followers: 0,
    video_url: '',
  };
}

/** What nothing is left of when a broadcast ends. */
export const OFF_AIR = {
  is_live: false,
  ingest: null,
  video_url: '',
  live_thumbnail_url: '',
  viewers: 0,
} as const satisfies Partial<ChannelItem>;

/** The wire's form: exactly the fields of the contract, whatever else the item holds. */
export function toChannel(item: VisibleItem): Channel {
  return {
    id: item.id,
    username: item.username,
    display_name: item.display_name,
    avatar: item.avatar,
    thumbnail_url: item.thumbnail_url,
    // While nothing arrives, the last picture is not what is now.
    live_thumbnail_url:
      item.ingest === 'receiving' ? ((item.live_thumbnail_url as string | undefined) ?? '') : '',
    title: item.title,
    game: item.game,
    description: item.description,
    schedule: item.schedule,
    tags: [...item.tags],
    is_live: item.is_live,
    ingest: item.ingest,
    viewers: item.viewers,
    followers: item.followers,
    video_url: item.video_url,
    ...(item.meter && { meter: item.meter }),
  };
}

/** Deletions and suspensions of accounts wait in one queue, so that one read of the tick finds both. */
export const DUE_ACCOUNTS: DueQueue = { partition: 'DELETIONS', index: 'gsi1' };
