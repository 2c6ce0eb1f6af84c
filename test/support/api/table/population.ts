import {
  accountKey,
  countKey,
  lookalikeKey,
  newChannel,
  type ChannelItem,
} from '#functions/channels/channel.item.ts';
import { lookalikeSkeletonsOf } from '#functions/base/text/look-alikes.ts';
import { categoryKey, categoryOf } from '#functions/channels/category.item.ts';
import { formKey, MAX_WORDS_OF_FORM } from '#functions/word-index/known-words.repository.ts';
import { formsOf, correctable } from '#functions/word-index/spelling.ts';
import { channelWords } from '#functions/word-index/words.ts';
import { ivsIdOf } from '#functions/streaming/stream.ts';
import { streamItemKey } from '#functions/streaming/table/stream.item.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { channelItems } from './seed-channels.ts';

/** Somebody with a channel, as a site has many. */
export interface ChannelOwner {
  readonly channel: ChannelItem;
  /** Ids of the channels that they follow. */
  readonly follows: readonly string[];
}

export const JOINED_MS = Date.UTC(2026, 10, 20);
const JOINED = new Date(JOINED_MS).toISOString();

const MAX_VIEWERS = 5000;
const NAMES = ['amber', 'brisk', 'cosy', 'dusty', 'eager', 'frost', 'gusty', 'hazel', 'ivory', 'jolly'];
const OTHER_GAMES = [
  ...CATEGORIES.map(({ name }) => name).filter((name) => name !== 'Box Fans'),
  'Hand fans',
];

const idOf = (index: number): string => `01KA${String(index).padStart(22, '0')}`;
const isLive = (index: number): boolean => index % 2 === 0;

/**
 * The people of a site, always the same ones: the first of a large site are those of a small one. Half of them are live,
 * a few with most of the viewers; half are in one category and the others in all of them or in none. The first follows
 * ten channels; every fifth follows the second, whom so a fifth of the site follows, and a neighbour.
 */
export function populationOf(count: number): ChannelOwner[] {
  const follows = Array.from({ length: count }, (_, index) => followsOf(index, count));
  const followers = new Uint32Array(count);
  for (const followed of follows.flat()) followers[followed]! += 1;
  return follows.map((followed, index) => ({
    channel: { ...channelOf(index), followers: followers[index]! },
    follows: followed.map(idOf),
  }));
}

function channelOf(index: number): ChannelItem {
  const id = idOf(index);
  const channel = newChannel(id, `${NAMES[index % NAMES.length]}${String(index).padStart(7, '0')}`);
  const game =
    Math.floor(index / 2) % 2 === 0 ? 'Box Fans' : OTHER_GAMES[Math.floor(index / 4) % OTHER_GAMES.length]!;
  return {
    ...channel,
    title: 'Turning fans',
    game,
    tags: ['brass'],
    description: 'Brass, three speeds. '.repeat(10),
    ...(isLive(index) && {
      is_live: true,
      ingest: 'waiting',
      viewers: Math.floor(MAX_VIEWERS / (index / 2 + 1)),
      video_url: playbackUrlOf(id),
    }),
  };
}

function followsOf(index: number, count: number): number[] {
  if (index === 0) return Array.from({ length: 10 }, (_, other) => other + 1);
  return index % 5 === 0 ? [1, (index + 2) % count] : [];
}

/** What the owner of a live channel is sent by and to. */
export const ingestOf = (id: string) => ({
  arn: `arn:aws:ivs:us-east-1:000000000000:channel/${id}`,
  rtmpUrl: 'rtmps://ingest.example:443/app/',
  playbackUrl: playbackUrlOf(id),
});
const playbackUrlOf = (id: string): string => `https://playback.example/us-east-1.channel.${id}.m3u8`;
export const streamKeyOf = (id: string): string => `sk_us-east-1_${id}`;

/** The table's items after they all have signed up, gone live and followed each other, each item once. */
export function* itemsOf(population: readonly ChannelOwner[]): Generator<object> {
  for (const { channel, follows } of population) {
    const skeletons = lookalikeSkeletonsOf(channel.display_name);
    const [item, ...others] = channelItems({ ...channel, looks: skeletons });
    yield { ...item, noted: true };
    yield* others;
    yield* skeletons.map((skeleton) => ({ ...lookalikeKey(skeleton), channel_id: channel.id }));
    yield* accountItems(channel);
    yield* followItems(channel.id, follows);
    if (channel.is_live) yield* [streamItem(channel.id), ingestItem(channel.id)];
  }
  const channels = population.map(({ channel }) => channel);
  yield { ...countKey, total: channels.length, live: channels.filter(({ is_live }) => is_live).length };
  yield* knownWordItems(channels);
  for (const [id, members] of Map.groupBy(channels, ({ game }) => categoryOf(game))) {
    const viewers = members.reduce((sum, channel) => sum + channel.viewers, 0);
    if (id) yield { ...categoryKey(id), name: members[0]!.game, channels: members.length, viewers };
  }
}

/** The words of all, under each of their forms. */
function* knownWordItems(channels: readonly ChannelItem[]): Generator<object> {
  const words = new Set(channels.flatMap((channel) => correctable(channelWords(channel))));
  const byForm = new Map<string, string[]>();
  for (const word of words) {
    for (const form of formsOf(word)) {
      const alike = byForm.get(form);
      if (!alike) byForm.set(form, [word]);
      else if (alike.length < MAX_WORDS_OF_FORM) alike.push(word);
    }
  }
  for (const [form, alike] of byForm) yield { ...formKey(form), words: new Set(alike) };
}

export const emailOf = (username: string): string => `${username}@fans.example`;

function accountItems({ id, username, display_name }: ChannelItem): object[] {
  const email = emailOf(username);
  return [
    { ...accountKey(id), id, username, display_name, email, created_at: JOINED },
    { pk: `EMAIL#${email}`, sk: 'CLAIM', channel_id: id },
  ];
}

function followItems(id: string, follows: readonly string[]): object[] {
  if (follows.length === 0) return [];
  const pk = `CHANNEL#${id}`;
  const edges = follows.map((channel_id) => ({
    pk,
    sk: `FOLLOW#${channel_id}`,
    gsi1pk: `FOLLOWERS#${channel_id}`,
    gsi1sk: id,
    channel_id,
    followed_at: JOINED,
  }));
  return [...edges, { pk, sk: 'FOLLOWS', channels: follows.length }];
}

function streamItem(id: string): object {
  const { arn, rtmpUrl, playbackUrl } = ingestOf(id);
  return {
    ...streamItemKey(id),
    channel_id: id,
    ivs_channel_arn: arn,
    rtmp_url: rtmpUrl,
    playback_url: playbackUrl,
    ingest_used_ms: JOINED_MS,
    stream_key: streamKeyOf(id),
    started_at_ms: JOINED_MS,
    ingest: 'waiting',
    ingest_since_ms: JOINED_MS,
    keep_replay: true,
  };
}

/** Its channel at IVS, in the list of those that may be idle one day. */
function ingestItem(id: string): object {
  const { arn } = ingestOf(id);
  const ivsId = ivsIdOf(arn);
  return {
    pk: `CHANNEL#${id}`,
    sk: `INGEST#${ivsId}`,
    gsi1pk: 'INGESTS_BY_USE',
    gsi1sk: `${String(JOINED_MS).padStart(15, '0')}#${ivsId}`,
    gsi2pk: `INGEST#${ivsId}`,
    gsi2sk: id,
    channel_id: id,
    arn,
  };
}
