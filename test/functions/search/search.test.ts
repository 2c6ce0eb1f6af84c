import { describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { queryPage } from '#functions/aws/table/read-items.ts';
import { SEARCH_RESULTS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const site = await localApi({ ivs: true });

const query = (q: string) => site.api('GET', `/search?q=${encodeURIComponent(q)}`);
const search = async (q: string) => expectSuccess('GET /search', await query(q));
const channels = async (q: string) => (await search(q)).channels;
const usernames = async (q: string) => (await channels(q)).map(({ username }) => username);
/** The entries of a partition that begin so. */
const found = async (pk: string, start: string) =>
  (
    await queryPage(site.table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
      ExpressionAttributeValues: { ':pk': pk, ':start': start },
    })
  ).items;
/** A word that no other test uses. */
const word = (): string => `q${ulid().toLowerCase()}`.slice(0, 20);

describe('search', () => {
  it('finds a channel by beginnings of its words in any order, case and accents', async () => {
    const user = await site.aUser({ username: 'Grace_Hopper' });
    const { token } = user;
    const body = { title: 'Wind über Köln', game: 'Tischlüfter', tags: ['ＱＵＩＥＴ wörk'] };
    expectSuccess('PATCH /streamers/status', await site.api('PATCH', '/streamers/status', { token, body }));
    await site.api('PUT', '/streamers/profile', { token, body: { display_name: 'Admiral' } });
    for (const q of [
      'grace',
      'HOPP',
      'adm',
      'uber',
      'köl',
      'kol wind',
      'tischlu',
      'quiet',
      'wör ADMIRAL gra',
    ])
      expect(await usernames(q), q).toContain('Grace_Hopper');
    for (const q of ['race', 'oppe', 'opperx', 'grace nobody', 'graceXY', 'wind wind22'])
      expect(await usernames(q), q).not.toContain('Grace_Hopper');
  });

  it('reflects each change at once: sign-up, profile, status, stream', async () => {
    const [named, titled, played, renamed, second] = [word(), word(), word(), word(), word()];
    const { id, token, username } = await site.aUser({ username: named });
    const send = (method: string, path: string, body?: object) => site.api(method, path, { token, body });
    expect(await usernames(named)).toEqual([username]);
    await send('PATCH', '/streamers/status', { title: titled });
    expect(await usernames(titled)).toEqual([username]);
    await send('PUT', '/streamers/profile', { display_name: renamed });
    expect(await usernames(renamed)).toEqual([username]);
    expect(await usernames(named)).toEqual([username]);
    const setup = { title: 'A fan', game: played, tags: [] };
    expectSuccess('POST /streaming/start', await send('POST', '/streaming/start', setup));
    expect(await channels(played)).toMatchObject([{ username, is_live: false }]);
    await reportStream(site, { id }, 'Stream Start');
    expect(await channels(played)).toMatchObject([{ username, is_live: true }]);
    expect(await usernames(titled)).toEqual([]);
    await send('POST', '/streaming/start', { ...setup, title: second });
    expect(await channels(second)).toMatchObject([{ username, is_live: true }]);
    await send('POST', '/streaming/stop');
    expect(await channels(`${played} ${second}`)).toMatchObject([{ username, is_live: false }]);
  });

  it('sorts live channels first by viewers, then others by followers', async () => {
    const title = word();
    const numbers = [
      { is_live: false, followers: 5 },
      { is_live: true, viewers: 3, followers: 0 },
      { is_live: false, followers: 5000 },
      { is_live: true, viewers: 40, followers: 1 },
      { is_live: false, followers: 41 },
      { is_live: true, viewers: 3, followers: 9 },
    ];
    await seedChannels(site.table, numbers.length, (index) => ({ title, ...numbers[index] }));
    const found = await channels(title);
    expect(found.map(({ is_live, viewers, followers }) => [is_live, viewers, followers])).toEqual([
      [true, 40, 1],
      [true, 3, 9],
      [true, 3, 0],
      [false, 0, 5000],
      [false, 0, 41],
      [false, 0, 5],
    ]);
  });

  it('finds live and popular channels among more than it reads', async () => {
    const title = word();
    await seedChannels(site.table, 600, () => ({ title }));
    const [live] = await seedChannels(site.table, 1, () => ({ title: `${title}z`, is_live: true }));
    const [popular] = await seedChannels(site.table, 1, () => ({ title: `${title}z`, followers: 150 }));
    const found = await channels(title);
    expect(found).toHaveLength(SEARCH_RESULTS);
    expect(found.slice(0, 2).map(({ id }) => id)).toEqual([live!.id, popular!.id]);
  });

  it('finds a rare word beside a frequent one', async () => {
    const [common, rare] = [word(), word()];
    await seedChannels(site.table, 600, () => ({ title: common }));
    const [one] = await seedChannels(site.table, 1, () => ({ title: `${common}z`, game: rare }));
    for (const q of [`${common} ${rare}`, `${rare} ${common}`])
      expect((await channels(q)).map(({ id }) => id)).toEqual([one!.id]);
  });

  it('compares all words of a long query, also those that it does not look up', async () => {
    const title = word();
    await seedChannels(site.table, 1, () => ({ title: `${title} aa bb cc dd ee` }));
    expect(await channels(`${title} aa bb cc dd e`)).toHaveLength(1);
    expect(await channels(`${title} aa bb cc dd f`)).toHaveLength(0);
  });

  it('finds categories by their words, with their viewers', async () => {
    const all = (await search('fan')).categories;
    expect(all).toHaveLength(10);
    await seedChannels(site.table, 1, () => ({ game: 'tower fans', is_live: true, viewers: 17 }));
    expect((await search('FANS tow')).categories).toEqual([
      { id: 'tower-fans', name: 'Tower Fans', thumbnail_url: '/categories/tower-fans.svg', viewers: 17 },
    ]);
    expect((await search('tower box')).categories).toEqual([]);
  });

  it.each(['!!!', '— …', '🌀', '#', '%', '\u0301'])('finds nothing without a word: %j', async (q) => {
    expect(await search(q)).toEqual({ channels: [], categories: [], videos: [], clips: [], fans: [] });
  });

  it.each(['__proto__', 'constructor', '0#', 'x'.repeat(100), 'a '.repeat(50).trim(), '﷽'.repeat(50)])(
    'accepts %j',
    async (q) => {
      expect((await query(q)).status).toBe(200);
    },
  );

  it.each([
    ['', 'Search is required.'],
    ['?q=', 'Search is required.'],
    ['?q=%20%20', 'Search is required.'],
    [`?q=${'x'.repeat(101)}`, 'Search must have at most 100 characters.'],
  ])('refuses %j', async (suffix, words) => {
    expect(expectError(await site.api('GET', `/search${suffix}`), 'invalid_request')).toBe(words);
  });

  it('finds public clips by the words of their titles, and no deleted ones', async () => {
    const [owner, rare] = [await site.aUser(), word()];
    const [video] = await seedVideos(site.table, owner, [{ status: 'ready' }]);
    const seed = (change: object) => seedClips(site.table, owner, video!.id, 1, owner, change);
    const [clip] = await seed({ title: `A ${rare} hums` });
    await seed({ title: `A hidden ${rare}`, visibility: 'private' });
    const ids = async () => (await search(rare.slice(0, -2))).clips.map(({ id }) => id);
    expect(await ids()).toEqual([clip!.id]);
    expect((await site.api('DELETE', `/clips/${clip!.id}`, owner)).status).toBe(204);
    expect(await ids()).toEqual([]);
    expect(await found(`CLIP_WORD#${rare[0]}`, rare)).toHaveLength(1);
  });

  it('finds fans by their maker and model', async () => {
    const [owner, rare] = [await site.aUser(), word()];
    const id = ulid();
    const body = aFanBody({ maker: 'Marelli', model: rare });
    expectSuccess('PUT /fans/{id}', await site.api('PUT', `/fans/${id}`, { token: owner.token, body }));
    const { fans } = await search(`marelli ${rare}`);
    expect(fans.map((fan) => [fan.id, fan.username])).toEqual([[id, owner.username]]);
  });

  it('returns only the contract’s fields of a channel', async () => {
    const { username, token } = await site.aUser();
    const setup = { title: 'A fan', game: 'Box Fans', tags: [] };
    const started = await site.api('POST', '/streaming/start', { token, body: setup });
    const { stream_key } = started.body as { stream_key: string };
    const answer = await query(username);
    expect(expectSuccess('GET /search', answer).channels).toHaveLength(1);
    expect(JSON.stringify(answer.body)).not.toContain(stream_key);
  });
});
