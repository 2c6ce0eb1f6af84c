import { describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { owned } from '#test/support/api/owned.ts';

const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

const site = await localApi({ ivs: true });

const search = async (q: string) =>
  expectSuccess('GET /search', await site.api('GET', `/search?q=${encodeURIComponent(q)}`));
const usernames = async (q: string) => (await search(q)).channels.map(({ username }) => username);
const titled = (token: string, title: string) =>
  site.api('PATCH', '/streamers/status', { token, body: { title } });
/** A word that no other test uses; its last letters are those that differ most. */
const word = (): string => `q${ulid().toLowerCase().slice(-12)}`;

/** A letter too few, a letter too many, another letter, and two letters the wrong way round. */
const misspelt = (right: string): string[] => {
  const [head, tail] = [right.slice(0, 6), right.slice(6)];
  return [
    head + tail.slice(1),
    `${head}ß`.replace('ß', 'w') + tail,
    `${head}w${tail.slice(1)}`,
    head.slice(0, -1) + tail[0]! + head.at(-1)! + tail.slice(1),
  ];
};

describe('a misspelt word', () => {
  it('finds channels, videos and categories for ‘ceilng fan’', async () => {
    const user = await site.aUser();
    expectSuccess('PATCH /streamers/status', await titled(user.token, 'My ceiling fan'));
    const [video] = await seedVideos(site.table, user, [{ title: 'Ceiling fan, slow', status: 'ready' }]);
    const found = await search('ceilng fan');
    expect(found.channels.map(({ username }) => username)).toContain(user.username);
    expect(found.videos.map(({ id }) => id)).toContain(video!.id);
    expect(found.categories.map(({ name }) => name)).toEqual(['Ceiling Fans']);
  });

  it('may lack, add, replace or swap a letter', async () => {
    const right = word();
    const { username, token } = await site.aUser();
    await titled(token, right);
    for (const wrong of misspelt(right)) expect(await usernames(wrong), wrong).toEqual([username]);
    for (const wrong of misspelt(right)) expect(await usernames(`${wrong} ${username}`)).toEqual([username]);
  });

  it('may be any word of a query, but one only', async () => {
    const [one, two] = [word(), word()];
    const { username, token } = await site.aUser();
    await titled(token, `${one} ${two}`);
    expect(await usernames(`${misspelt(one)[0]} ${misspelt(two)[3]}`)).toEqual([username]);
    expect(await usernames(`${one.slice(0, 4)}${one.slice(6)}`)).toEqual([]);
    expect(await usernames(`${misspelt(one)[0]} ${word()}`)).toEqual([]);
  });

  it('has at least five letters', async () => {
    const { username, token } = await site.aUser();
    await titled(token, 'xqzv xqzvy');
    expect(await usernames('xqv')).toEqual([]);
    expect(await usernames('xzqv')).toEqual([]);
    expect(await usernames('xqvzy')).toEqual([username]);
    expect(await usernames('xqzvv')).toEqual([username]);
  });

  it('ranks behind exact matches', async () => {
    const right = word();
    const [wrong] = misspelt(right);
    const popular = await site.aUser();
    const exact = await site.aUser();
    await titled(popular.token, right);
    for (const fan of [exact, await site.aUser()])
      await site.api('POST', `/follows/${popular.id}`, { token: fan.token });
    await titled(exact.token, wrong!);
    expect(await usernames(wrong!)).toEqual([exact.username, popular.username]);
  });

  it('is not corrected when there are enough exact matches', async () => {
    const right = word();
    const [wrong] = misspelt(right);
    const { token } = await site.aUser();
    await titled(token, right);
    await seedChannels(site.table, 6, () => ({ title: wrong! }));
    expect(await search(wrong!)).toHaveProperty('channels.length', 6);
  });
});

describe('the known words', () => {
  const knownWords = async (): Promise<string[]> =>
    (await readAll(site.table))
      .filter(({ pk }) => pk.startsWith('SPELLING#'))
      .flatMap(({ words }) => [...(words as Set<string>)]);
  const isKnown = async (one: string): Promise<boolean> => (await knownWords()).includes(one);

  it('are removed with the last channel or video that has them', async () => {
    const title = word();
    const [a, b] = [await site.aUser(), await site.aUser()];
    await titled(a.token, title);
    const [video] = await seedVideos(site.table, b, [{ title, status: 'ready' }]);
    await titled(a.token, 'something else');
    expect(await isKnown(title)).toBe(true);
    const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
    await videosRepository(site.table).remove(owned(video!), { sinceMs: 0, dueMs: 9e14 });
    expect(await isKnown(title)).toBe(false);
  });

  it('missing after a change are added by the tick', async () => {
    const title = word();
    const { id, username } = await site.aUser();
    const { changeChannel } = await import('#functions/channels/table/channel-changes.repository.ts');
    const { client } = site.table;
    // The process dies right after the change.
    const died = {
      ...site.table,
      client: new Proxy(client, {
        get: (target, name) =>
          name === 'send'
            ? (command: object) =>
                /Transact|Get/.test(command.constructor.name)
                  ? target.send(command as never)
                  : Promise.reject(new Error('The process died'))
            : Reflect.get(target, name),
      }),
    };
    await changeChannel(died, id, () => ({ title }));
    expect(await usernames(misspelt(title)[0]!)).toEqual([]);
    await site.deliver(TICK);
    expect(await usernames(misspelt(title)[0]!)).toEqual([username]);
  });

  it('leave no work behind', async () => {
    const user: TestUser = await site.aUser();
    await titled(user.token, word());
    await titled(user.token, word());
    expect((await readAll(site.table)).filter(({ pk }) => pk === 'SPELLING_DUE')).toEqual([]);
  });

  it('of channels and videos from before the feature are added by the tick', async () => {
    const [title, film] = [word(), word()];
    const [channel] = await seedChannels(site.table, 1, () => ({ title }));
    const [video] = await seedVideos(site.table, channel!, [{ title: film, status: 'ready' }]);
    await forgetAll();
    expect(await usernames(misspelt(title)[1]!)).toEqual([]);
    expect((await search(misspelt(film)[1]!)).videos).toEqual([]);
    await site.deliver(TICK);
    expect(await usernames(misspelt(title)[1]!)).toEqual([channel!.username]);
    expect((await search(misspelt(film)[1]!)).videos.map(({ id }) => id)).toEqual([video!.id]);
  });

  it('are added in the same run that lists old videos as latest and in their category', async () => {
    const category = word();
    const owner = await site.aUser();
    const videos = await seedVideos(site.table, owner, [
      { category, status: 'ready' },
      { category, status: 'ready' },
    ]);
    await forgetPlaces(videos[0]!.id);
    await forgetAll();
    const ids = async (route: 'GET /videos/latest' | 'GET /categories/{id}/videos') => {
      const answer = await site.api('GET', route.replace('GET ', '').replace('{id}', category));
      return expectSuccess(route, answer).map(({ id }) => id);
    };
    await site.deliver(TICK);
    for (const route of ['GET /videos/latest', 'GET /categories/{id}/videos'] as const)
      expect(await ids(route)).toEqual(expect.arrayContaining(videos.map(({ id }) => id)));
  });

  /** A video as the version left it that had no such lists. */
  async function forgetPlaces(id: string): Promise<void> {
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    const { client, TableName } = site.table;
    const Key = { pk: `VIDEO#${id}`, sk: 'VIDEO' };
    const UpdateExpression = 'REMOVE gsi3pk, gsi3sk, gsi4pk, gsi4sk';
    await client.send(new UpdateCommand({ TableName, Key, UpdateExpression }));
  }

  /** The table as an earlier version left it. */
  async function forgetAll(): Promise<void> {
    const { DeleteCommand } = await import('@aws-sdk/lib-dynamodb');
    const { client, TableName } = site.table;
    const items = (await readAll(site.table)).filter(({ pk }) => pk.startsWith('SPELLING'));
    for (const { pk, sk } of items) await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  }
});
