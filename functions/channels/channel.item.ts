/**
 * The channel's item. Keys:
 *
 * | item               | pk              | sk        | gsi1pk     | gsi1sk | gsi2pk          | gsi2sk |
 * |--------------------|-----------------|-----------|------------|--------|-----------------|--------|
 * | channel (public)   | `CHANNEL#<id>`  | `CHANNEL` | `CHANNELS` | rank   | `CATEGORY#<id>` | rank   |
 * | claim of a name    | `USERNAME#<lc>` | `CLAIM`   |            |        |                 |        |
 * | claim of its look  | `LOOK#<look>`   | `CLAIM`   |            |        |                 |        |
 * | numbers of channels| `COUNT`         | `CHANNELS`|            |        |                 |        |
 *
 * Rank orders lists in descending order: `1#<viewers>#<id>` while live, `0#<followers>#<id>` afterwards, and
 * `-#<followers>#<id>` for a channel that never was. So one index serves "all" (live first) and "live" (prefix `1#`),
 * and a read costs what its page costs. The viewers of a rank are those of a while ago if they differ little
 * (`isSimilarCount`). `gsi3` and `gsi4` hold the other orders: `channel-orders.repository.ts`.
 *
 * Derived items (`channel-keys.ts`) change with the channel in one transaction: `channel-changes.repository.ts`.
 */
import type { SubscribedChannel } from '#functions/webhook-events/index.ts';
import type { DueQueue } from '#functions/aws/table/due-queue.ts';
import type { Channel, VisibleMeter } from '#shared/channels/channels.ts';
import { EMPTY_PROFILE, PROFILE_LINKS } from '#shared/channels/profile-fields.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { profileLinks } from './profile-links.ts';

export interface ChannelItem extends Readonly<
  Omit<
    Channel,
    | 'meter'
    | 'links'
    | 'tags'
    | 'viewers'
    | 'recording_url'
    | 'recording_started_at'
    | 'is_unrecorded'
    | 'captions_language'
  >
> {
  readonly tags: readonly string[];
  /** Addresses; absent on channels that never had any. */
  readonly links?: readonly string[];
  /** Also where they are hidden. */
  readonly viewers: number;
  /** Claimed skeletons of the display name (`names/`); absent on names of an earlier version. */
  readonly looks?: readonly string[];
  /** Whether it is live, or ever was. */
  readonly has_streamed?: boolean;
  /** Viewers see the fan meter. */
  readonly meter?: VisibleMeter | null | undefined;
  /** Of the broadcast that is live; absent while it has no captions. */
  readonly captions_language?: string | undefined;
  /** Of the newest recording of the stream that is live, also where its owner keeps no replay. */
  readonly recording_url?: string | undefined;
  /** Start of that recording, in ms since 1970. */
  readonly recording_since_ms?: number | undefined;
  /** The owner keeps no replays, so that streams cannot be rewound or clipped. */
  readonly keeps_no_recording?: true | undefined;
  /** A stream through software is open, but not public: before its first picture, or after the latest one. */
  readonly off_air?: 'ready' | 'interrupted' | undefined;
  /** Its owner hides the number of viewers from everybody else. */
  readonly hides_viewers?: boolean | undefined;
  /** The person is suspended: the channel is in no list and no search. */
  readonly is_hidden?: true | undefined;
  /** The most viewers that the tick has counted in this broadcast, or in the last one. */
  readonly peak_viewers?: number;
  /** When the first picture of this broadcast was public, or of the last one, in ms since 1970. */
  readonly live_since_ms?: number | undefined;
  /** Since the channel went live, or was raided. */
  readonly expected_audience?: ExpectedAudience;
  /** The events that its webhooks have chosen: `webhook-events/`. */
  readonly webhooks?: SubscribedChannel['webhooks'];
}

/** Replaces the number of viewers while they are not counted yet. */
export interface ExpectedAudience {
  readonly viewers: number;
  /** In ms since 1970. */
  readonly until_ms: number;
}

export const channelKey = (id: string) => ({ pk: `CHANNEL#${id}`, sk: 'CHANNEL' });
/** See `auth/accounts/accounts.repository.ts`. */
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

/** Whether a broadcast is open, also one that is not public. */
export const hasBroadcast = ({ is_live, off_air }: Pick<ChannelItem, 'is_live' | 'off_air'>): boolean =>
  is_live || off_air !== undefined;

/** Whether a count is too near another to move a channel in indexes, which costs twice as much as a change in its place. */
export const isSimilarCount = (from: number, to: number): boolean =>
  Math.abs(to - from) < Math.max(3, from / 10);

/** The sort key of a channel in the lists. `before` is the one that it has. */
export function channelRank(channel: ChannelItem, before = ''): string {
  const { id, is_live, viewers, followers } = channel;
  if (!is_live) return `${hasStreamed(channel) ? '0#' : '-#'}${countText(followers)}#${id}`;
  const isRanked =
    before.startsWith(LIVE_RANK_PREFIX) && isSimilarCount(Number(before.split('#')[1]), viewers);
  return isRanked ? before : `${LIVE_RANK_PREFIX}${countText(viewers)}#${id}`;
}

/** The channel of a new account. */
export function newChannel(id: string, username: string): ChannelItem {
  return {
    id,
    username,
    ...EMPTY_PROFILE,
    display_name: username,
    live_thumbnail_url: '',
    tags: [],
    is_live: false,
    ingest: null,
    viewers: 0,
    followers: 0,
    video_url: '',
  };
}

/** The viewers of a broadcast are counted after this time. The tick comes every minute, and takes a while for all channels. */
const COUNTED_AFTER_MS = 2 * MINUTE_MS;
/** More than these come only where as many have come before. */
const MAX_EXPECTED_FOLLOWERS = 10_000;

/**
 * The changes of a channel that goes live, by which the reports of its first viewers are sampled (`functions/presence`).
 * `startMs`: when the broadcast did for the first time.
 */
export const audienceAtStart = (
  { peak_viewers = 0, followers }: ChannelItem,
  nowMs: number,
  startMs = nowMs,
) => ({
  peak_viewers: 0,
  live_since_ms: startMs,
  expected_audience: audienceFrom(nowMs, Math.max(peak_viewers, Math.min(followers, MAX_EXPECTED_FOLLOWERS))),
});

/** So many viewers are expected from a time on, until they are counted. */
export const audienceFrom = (fromMs: number, viewers: number): ExpectedAudience => ({
  viewers,
  until_ms: fromMs + COUNTED_AFTER_MS,
});

/** Resets what describes a broadcast. */
export const OFF_AIR = {
  is_live: false,
  ingest: null,
  video_url: '',
  live_thumbnail_url: '',
  recording_url: undefined,
  captions_language: undefined,
  recording_since_ms: undefined,
  off_air: undefined,
  viewers: 0,
} as const satisfies Partial<ChannelItem>;

/** Fields of the contract that new channels lack. */
const OPTIONAL_FIELDS = [
  PROFILE_LINKS,
  'meter',
  'recording_url',
  'captions_language',
] as const satisfies readonly (keyof Channel)[];
type StoredField = keyof Channel & keyof ChannelItem;
const CHANNEL_FIELDS = [...Object.keys(newChannel('', '')), ...OPTIONAL_FIELDS] as StoredField[];

/** The attributes of public reads. */
export const VISIBLE_ATTRIBUTES = [
  ...CHANNEL_FIELDS,
  'recording_since_ms',
  'keeps_no_recording',
  'off_air',
  'hides_viewers',
  'is_hidden',
] as const;
export type VisibleItem = Omit<ChannelItem, 'looks' | 'has_streamed'>;

/** Drops all attributes that the contract does not have. */
export function toChannel(item: VisibleItem): Channel {
  // Channels of an earlier version lack attributes.
  const whole = { ...EMPTY_PROFILE, ...item };
  const fields = Object.fromEntries(CHANNEL_FIELDS.map((name) => [name, whole[name]]));
  // While no video arrives, the last picture is out of date.
  const live_thumbnail_url = item.ingest === 'receiving' ? (fields['live_thumbnail_url'] ?? '') : '';
  const recording = hasBroadcast(item) && item.keeps_no_recording ? NO_RECORDING : recordingOf(item);
  const hidden = item.off_air && WITHOUT_PICTURE[item.off_air];
  return {
    ...fields,
    live_thumbnail_url,
    ...recording,
    ...hidden,
    viewers: item.hides_viewers ? undefined : whole.viewers,
    meter: item.meter ?? undefined,
    links: profileLinks(item.links),
  } as Channel;
}

/** Of a stream that is open, but not public. An interrupted one can still be clipped. */
const WITHOUT_PICTURE = {
  ready: { ingest: null, video_url: '', recording_url: undefined, recording_started_at: undefined },
  interrupted: { video_url: '' },
} satisfies Record<NonNullable<ChannelItem['off_air']>, Partial<Channel>>;

const NO_RECORDING = { recording_url: undefined, is_unrecorded: true };

const recordingOf = ({ recording_url, recording_since_ms }: VisibleItem) => ({
  recording_url,
  recording_started_at: recording_since_ms && new Date(recording_since_ms).toISOString(),
});

/** Deletions and suspensions of accounts share one queue, so that one read of the tick finds both. */
export const DUE_ACCOUNTS: DueQueue = { partition: 'DELETIONS', index: 'gsi1' };
