import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { CATEGORIES } from '#shared/channels/categories.ts';
import { changeChannel } from '#functions/channels/table/channel-changes.repository.ts';
import { indexKeysOf, wordKeys, type StoredChannel } from '#functions/channels/table/channel-keys.ts';
import { detailsRepository } from '#functions/channels/table/details.repository.ts';
import { viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { DomainError } from '#functions/base/errors.ts';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { goLive, goOffline } from '#functions/streaming/table/stream-transitions.repository.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { setLiveInput } from '#test/support/api/streams.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const site = await localApi();
const users = await Promise.all(Array.from({ length: 4 }, () => site.aUser()));

const GAMES = ['Box Fans', 'tower FANS', 'Lüfter', 'Computer Fans'];
const long = Array.from({ length: 45 }, (_, index) => `w${index}`).join(' ');
async function live(channelId: string, game: string): Promise<void> {
  await goLive(site.table, {
    channelId,
    details: { title: `Turning ${game}`, game, tags: ['quiet'] },
    keepsReplay: true,
    playbackUrl: '/media/live/index.m3u8',
    streamKey: 'sk_1',
    starts: 0,
    nowMs: 1000,
  });
  const { live: known } = await streamingRepository(site.table).find(channelId);
  const next = { ingest: 'receiving', sinceMs: 2000, streamId: 'st-1' } as const;
  // A change at the same time may have ended it.
  if (known) await setLiveInput(site.table, channelId, known, next);
}

/** Expects everything derived from the channels to equal what a full recalculation gives. */
async function expectConsistency(): Promise<void> {
  await foldCounters(site.table);
  const items = await readAll(site.table);
  const channels = items.filter(({ sk }) => sk === 'CHANNEL') as unknown as StoredChannel[];
  for (const channel of channels) expect(channel).toMatchObject(definedPlace(channel));
  const words = items.filter(({ pk }) => pk.startsWith('WORD#')).map(({ pk, sk }) => ({ pk, sk }));
  const expectedWords = channels.flatMap((channel) => wordKeys(channel.id, indexKeysOf(channel, channel)));
  expect(sorted(words)).toEqual(sorted(expectedWords));
  for (const { id } of CATEGORIES) {
    const inside = channels.filter((channel) => indexKeysOf(channel).gsi2pk === `CATEGORY#${id}`);
    const counts = items.find(({ pk }) => pk === `CATEGORY#${id}`) ?? {};
    expect({ channels: 0, ...counts }, id).toMatchObject({ channels: inside.length });
  }
  const liveCount = channels.filter(({ is_live }) => is_live).length;
  expect(items.find(({ sk }) => sk === 'CHANNELS')).toMatchObject({ total: channels.length });
  expect(Number(items.find(({ sk }) => sk === 'CHANNELS')?.['live'] ?? 0)).toBe(liveCount);
  const follows = items.filter(({ sk }) => sk.startsWith('FOLLOW#'));
  for (const { id, followers } of channels)
    expect(followers).toBe(follows.filter((follow) => follow['channel_id'] === id).length);
}

const sorted = (keys: readonly { pk: string; sk: string }[]) =>
  keys.map(({ pk, sk }) => `${pk} ${sk}`).toSorted();
const definedPlace = (channel: StoredChannel) =>
  Object.fromEntries(
    Object.entries(indexKeysOf(channel, channel)).filter(([, value]) => value !== undefined),
  );

describe('the derived data of a channel', () => {
  it('is right after sign-up and after each kind of change', async () => {
    const [user] = users;
    const { id } = user!;
    const [details, viewers] = [detailsRepository(site.table), viewersRepository(site.table)];
    await expectConsistency();
    const steps = [
      () => details.change(id, { display_name: 'Ada Lovelace', description: 'Fans.' }),
      () => details.change(id, { title: 'Offline still', game: 'Box Fans', tags: ['a', 'b'] }),
      () => live(id, 'tower FANS'),
      () => viewers.setViewers(id, 7),
      () => viewers.setViewers(id, 1234),
      () => details.change(id, { game: 'Lüfter' }),
      () => details.change(id, { game: 'Box Fans' }),
      () => details.change(id, { title: long.slice(0, 140), tags: ['one two three four', 'five six'] }),
      () => details.change(id, { title: long.slice(-140).toUpperCase(), tags: ['other words here'] }),
      () => viewers.setViewers(id, 0),
      () => viewers.setViewers(id, 12),
      () => goOffline(site.table, id, Date.now()),
      () => viewers.setViewers(id, 99),
    ];
    for (const step of steps) {
      await step();
      await expectConsistency();
    }
  });

  it('is right after all changes at once', async () => {
    const [details, viewers, follows] = [
      detailsRepository(site.table),
      viewersRepository(site.table),
      followsRepository(site.table),
    ];
    const ignoreConflict = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
      });
    const followedByOthers = (id: string) =>
      Promise.all(users.filter((other) => other.id !== id).map((other) => follows.follow(other.id, id, 0)));
    for (let round = 0; round < 4; round++) {
      const game = (index: number) => GAMES[(round + index) % GAMES.length]!;
      await Promise.all(
        users.flatMap(({ id }, index) => [
          ignoreConflict(live(id, game(index))),
          viewers.setViewers(id, round * 40 + index),
          details.change(id, { game: game(index + 1), title: `Round ${round}` }),
          goOffline(site.table, id, Date.now()),
          followedByOthers(id),
          follows.unfollow(users[(index + 1) % users.length]!.id, id),
        ]),
      );
      await expectConsistency();
    }
  });

  it('moves between tiers as the audience grows, live and offline', async () => {
    const user = await site.aUser();
    const tier = async () => {
      const items = await readAll(site.table);
      return items.find(({ pk, sk }) => pk === `CHANNEL#${user.id}` && sk === 'CHANNEL')?.['tier'];
    };
    const { setViewers } = viewersRepository(site.table);
    expect(await tier()).toBe('00');
    await live(user.id, 'Box Fans');
    const tiers: unknown[] = [];
    for (const viewers of [0, 9, 10, 99, 100, 999, 1000, 123_456]) {
      await setViewers(user.id, viewers);
      tiers.push(await tier());
    }
    expect(tiers).toEqual(['10', '10', '11', '11', '12', '12', '13', '13']);
    await goOffline(site.table, user.id, Date.now());
    expect(await tier()).toBe('00');
  });

  it('stays while viewers change little', async () => {
    const { id } = await site.aUser();
    await live(id, 'Box Fans');
    const { setViewers } = viewersRepository(site.table);
    const keys = async () => {
      const {
        gsi1sk = '',
        gsi2sk,
        tier,
      } = (await changeChannel(site.table, id, () => null)) as StoredChannel;
      expect(gsi2sk).toBe(gsi1sk);
      return `${tier} ${Number(gsi1sk.split('#')[1])}`;
    };
    const steps = [
      [2, '10 0'],
      [3, '10 3'],
      [12, '11 12'],
      [10, '11 12'],
      [9, '11 9'],
      [8, '11 9'],
      [7, '10 9'],
      [100, '12 100'],
      [91, '12 100'],
      [90, '11 90'],
      [1200, '13 1200'],
      [1081, '13 1200'],
      [1080, '13 1080'],
      [973, '13 1080'],
      [900, '12 900'],
    ] as const;
    for (const [viewers, expected] of steps) {
      await setViewers(id, viewers);
      expect(await keys(), `${viewers} viewers`).toBe(expected);
    }
    await goOffline(site.table, id, Date.now());
    await live(id, 'Box Fans');
    expect(await keys()).toBe('10 0');
  });

  it('moves its words once while viewers go to and fro, and is otherwise one write', async () => {
    const { id } = await site.aUser();
    await live(id, 'Box Fans');
    const { setViewers } = viewersRepository(site.table);
    await setViewers(id, 9);
    const send = vi.spyOn(site.table.client, 'send');
    for (let times = 0; times < 10; times += 1) for (const viewers of [10, 9]) await setViewers(id, viewers);
    const sent = send.mock.calls.map(([command]) => command);
    send.mockRestore();
    expect(sent.filter((command) => command instanceof TransactWriteCommand)).toHaveLength(1);
    expect(sent.filter((command) => command instanceof UpdateCommand)).toHaveLength(19);
  });
});

describe('a change of a channel', () => {
  it('that changes nothing writes nothing', async () => {
    const { id } = await site.aUser();
    const version = async () => (await changeChannel(site.table, id, () => null)) as StoredChannel | null;
    await changeChannel(site.table, id, () => ({ title: 'One' }));
    const before = await version();
    await changeChannel(site.table, id, () => ({ title: 'One' }));
    expect((await version())?.version).toBe(before?.version);
  });

  it('of an unknown channel returns null', async () => {
    expect(await changeChannel(site.table, 'NOBODY', () => ({ title: 'One' }))).toBeNull();
    await expect(viewersRepository(site.table).setViewers('NOBODY', 5)).resolves.toBeUndefined();
  });

  it('by many processes at once applies each change', async () => {
    const { id } = await site.aUser();
    await live(id, 'Box Fans');
    await changeChannel(site.table, id, () => ({ viewers: 0 }));
    const plusOne = () => changeChannel(site.table, id, ({ viewers }) => ({ viewers: viewers + 1 }));
    await Promise.all(Array.from({ length: 12 }, plusOne));
    expect((await changeChannel(site.table, id, () => null))?.viewers).toBe(12);
  });
});
