import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_FOLLOWS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let ada: TestUser;
let ben: TestUser;
const site = await localApi();
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
});

const call = (method: string, { token }: { token?: string }, id = '') =>
  site.api(method, `/follows${id && `/${id}`}`, { token });
const follow = async (user: TestUser, id: string) =>
  expectSuccess('POST /follows/{id}', await call('POST', user, id)).isFollowing;
const unfollow = async (user: TestUser, id: string) =>
  expectSuccess('DELETE /follows/{id}', await call('DELETE', user, id)).isFollowing;
const isFollowing = async (user: TestUser, id: string) =>
  expectSuccess('GET /follows/{id}', await call('GET', user, id)).isFollowing;
const followed = async (user: TestUser) => expectSuccess('GET /follows', await call('GET', user));

async function item(pk: string, sk: string) {
  const { client, TableName } = site.table;
  return (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item ?? {};
}
const followersOf = async (id: string) => (await item(`CHANNEL#${id}`, 'CHANNEL'))['followers'];
const rankOf = async (id: string) => (await item(`CHANNEL#${id}`, 'CHANNEL'))['gsi1sk'];
const rank = (followers: number, id: string) => `-#${String(followers).padStart(10, '0')}#${id}`;

/** What stands on the channel and where it stands in the lists. */
async function expectFollowers(id: string, followers: number): Promise<void> {
  expect(await followersOf(id)).toBe(followers);
  expect(await rankOf(id)).toBe(rank(followers, id));
}

describe('following', () => {
  // spec: 3.2
  it('is counted and shown in lists and status', async () => {
    expect(await isFollowing(ada, ben.id)).toBe(false);
    expect(await follow(ada, ben.id)).toBe(true);
    expect(await isFollowing(ada, ben.id)).toBe(true);
    await expectFollowers(ben.id, 1);
    const { followedChannels, channels } = await followed(ada);
    expect(followedChannels).toEqual([ben.id]);
    expect(channels).toMatchObject([{ id: ben.id, username: ben.username, followers: 1 }]);
    const list = await site.api('GET', '/streamers?limit=1');
    expect(list.body).toMatchObject([{ id: ben.id }]);
    await unfollow(ada, ben.id);
  });

  it('is counted for each user separately', async () => {
    await follow(ada, ben.id);
    expect(await isFollowing(ben, ada.id)).toBe(false);
    expect(await followed(ben)).toEqual({ followedChannels: [], channels: [], bells: [] });
    await expectFollowers(ada.id, 0);
  });

  // spec: 7.7
  it('is counted once when repeated, even simultaneously', async () => {
    await Promise.all([follow(ada, ben.id), follow(ada, ben.id), follow(ada, ben.id)]);
    expect(await follow(ada, ben.id)).toBe(true);
    await expectFollowers(ben.id, 1);
    expect((await followed(ada)).followedChannels).toEqual([ben.id]);
  });

  it('of several people one after the other is shown at once, that of more by the tick', async () => {
    const fans = await seedChannels(site.table, 8);
    const { followsRepository } = await import('#functions/follows/follows.repository.ts');
    const follows = followsRepository(site.table);
    for (const [index, fan] of fans.entries()) {
      await follows.follow(fan.id, ben.id, 0);
      if (index < 5) await expectFollowers(ben.id, index + 1);
    }
    await foldCounters(site.table);
    await expectFollowers(ben.id, fans.length);
  });

  it('refuses one’s own channel', async () => {
    const words = expectError(await call('POST', ada, ada.id), 'conflict');
    expect(words).toBe("You can't follow your own channel.");
    await expectFollowers(ada.id, 0);
  });

  it('refuses an unknown channel', async () => {
    expect(expectError(await call('POST', ada, UNKNOWN_ID), 'not_found')).toBe('Channel not found');
    expect(await isFollowing(ada, UNKNOWN_ID)).toBe(false);
    expect((await followed(ada)).followedChannels).toEqual([]);
  });

  it('is limited to 500 channels', async () => {
    const { client, TableName } = site.table;
    const Item = { ':count': MAX_FOLLOWS - 1 };
    const UpdateExpression = 'SET channels = :count';
    const Key = { pk: `CHANNEL#${ada.id}`, sk: 'FOLLOWS' };
    await client.send(
      new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: Item }),
    );
    const [one, two] = await seedChannels(site.table, 2);
    // At the limit two at once: one of them is the five hundredth.
    const both = await Promise.all([call('POST', ada, one!.id), call('POST', ada, two!.id)]);
    const statuses = both.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const [kept, refused] = statuses[0] === 200 ? [one!, two!] : [two!, one!];
    const words = expectError(await call('POST', ada, refused.id), 'conflict');
    expect(words).toBe('You follow 500 channels, which is the maximum. Unfollow one to follow another.');
    await expectFollowers(refused.id, 0);
    // What is followed already is no new one.
    expect(await follow(ada, kept.id)).toBe(true);
    await unfollow(ada, kept.id);
    expect(await follow(ada, refused.id)).toBe(true);
  });
});

describe('unfollowing', () => {
  // spec: 7.7
  it('removes the follower once, however often it is requested', async () => {
    await follow(ada, ben.id);
    await Promise.all([unfollow(ada, ben.id), unfollow(ada, ben.id)]);
    expect(await unfollow(ada, ben.id)).toBe(false);
    expect(await isFollowing(ada, ben.id)).toBe(false);
    await expectFollowers(ben.id, 0);
  });

  it('changes nothing for a channel that is not followed', async () => {
    await follow(ada, ben.id);
    const other = await site.aUser();
    expect(await unfollow(other, ben.id)).toBe(false);
    await expectFollowers(ben.id, 1);
  });

  it('refuses an unknown channel', async () => {
    expect(expectError(await call('DELETE', ada, UNKNOWN_ID), 'not_found')).toBe('Channel not found');
  });
});

const CROWD = 20;

describe('a crowd', () => {
  it('that follows one channel at once is counted exactly', async () => {
    const [star] = await seedChannels(site.table, 1);
    const { followsRepository } = await import('#functions/follows/follows.repository.ts');
    const follows = followsRepository(site.table);
    const fans = (await seedChannels(site.table, CROWD)).map(({ id }) => id);
    await Promise.all(fans.map((fan) => follows.follow(fan, star!.id, 0)));
    await foldCounters(site.table);
    await expectFollowers(star!.id, CROWD);
    // Half of them go while the other half asks again.
    await Promise.all(
      fans.map((fan, index) =>
        index % 2 ? follows.unfollow(fan, star!.id) : follows.follow(fan, star!.id, 0),
      ),
    );
    await foldCounters(site.table);
    await expectFollowers(star!.id, CROWD / 2);
    // Everybody does both at once: whatever comes last, the count is the number of follows.
    await Promise.all(
      fans.flatMap((fan) => [follows.unfollow(fan, star!.id), follows.follow(fan, star!.id, 0)]),
    );
    const still = await Promise.all(fans.map((fan) => follows.find(fan, star!.id)));
    await foldCounters(site.table);
    await expectFollowers(star!.id, still.filter(({ isFollowing }) => isFollowing).length);
  });

  it('of requests through the API is counted exactly', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, () => site.aUser()));
    await Promise.all(fans.flatMap((fan) => [follow(fan, ben.id), follow(fan, ada.id)]));
    await foldCounters(site.table);
    await expectFollowers(ben.id, 10);
    await expectFollowers(ada.id, 10);
    await Promise.all(fans.map((fan) => unfollow(fan, ben.id)));
    await foldCounters(site.table);
    await expectFollowers(ben.id, 0);
  });
});

describe('the list of followed channels', () => {
  // spec: 7.7
  it('has live channels first, both groups by name, beyond one batch', { tags: ['slow'] }, async () => {
    const channels = await seedChannels(site.table, 105, (index) => ({
      display_name: ['zoe', 'Émile', 'adam', 'Fan 10', 'fan 9'][index % 5]! + (index > 4 ? ` ${index}` : ''),
      is_live: index % 3 === 0,
    }));
    await Promise.all(channels.slice(0, 5).map(({ id }) => follow(ada, id)));
    const first = await followed(ada);
    expect(first.channels.map(({ display_name }) => display_name)).toEqual([
      'Fan 10',
      'zoe',
      'adam',
      'Émile',
      'fan 9',
    ]);
    expect(first.followedChannels).toEqual(first.channels.map(({ id }) => id));
    const { followsRepository } = await import('#functions/follows/follows.repository.ts');
    const follows = followsRepository(site.table);
    for (const { id } of channels.slice(5)) await follows.follow(ada.id, id, 0);
    const all = await followed(ada);
    expect(new Set(all.followedChannels)).toEqual(new Set(channels.map(({ id }) => id)));
    const liveness = all.channels.map(({ is_live }) => is_live);
    expect(liveness).toEqual(liveness.toSorted((a, b) => Number(b) - Number(a)));
  });
});

describe('follows', () => {
  it.each(['POST', 'DELETE', 'GET'])('require a signed-in user (%s)', async (method) => {
    expectError(await call(method, {}, ben.id), 'unauthenticated');
    await expectFollowers(ben.id, 0);
  });

  it.each(['POST', 'DELETE', 'GET'])('require a channel id (%s)', async (method) => {
    for (const id of ['nobody', '%20', `${UNKNOWN_ID}0`, UNKNOWN_ID.toLowerCase()])
      expect(expectError(await call(method, ada, id), 'invalid_request'), id).toBe('id is not a valid ID.');
    // HTTP APIs decode the path, so that this is another address, which has no route.
    expectError(await call(method, ada, '..%2F'), 'not_found');
  });
});
