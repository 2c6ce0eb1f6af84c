import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import type { Fan, FanBody, FoundFans } from '#shared/channels/fans.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi();
const [ada, ben] = [await site.aUser(), await site.aUser()];

const add = async ({ token }: TestUser, over: Partial<FanBody> = {}, id = ulid()): Promise<Fan> =>
  expectSuccess('PUT /fans/{id}', await site.api('PUT', `/fans/${id}`, { token, body: aFanBody(over) }));
const find = async (query: string): Promise<FoundFans> =>
  expectSuccess('GET /fans', await site.api('GET', `/fans?${query}`));
const modelsOf = async (query: string) => (await find(query)).fans.map(({ model }) => model);

describe('finding fans', () => {
  beforeAll(async () => {
    await add(ada, { maker: 'Zephyr', model: 'Alpha Zephyrette', year: 1955, noise_dba: 30, motor: 'DC' });
    await add(ada, { maker: 'Zephyr', model: 'Beta', year: 1962, noise_dba: 55, watts: null });
    await add(ben, { maker: 'Zephyr', model: 'Gamma', year: 2020, noise_dba: 25, kind: 'Tower Fans' });
  });

  it.each([
    ['words', 'q=zephyr', ['Alpha Zephyrette', 'Beta', 'Gamma']],
    ['the beginning of a word, in any case and with accents', 'q=Z%C3%89PH+gam', ['Gamma']],
    ['the kind', 'q=zephyr+tower', ['Gamma']],
    ['the motor', 'q=zephyr+dc', ['Alpha Zephyrette']],
    ['a range', 'q=zephyr&ranges=year:1950..1962', ['Alpha Zephyrette', 'Beta']],
    ['a range that is open', 'q=zephyr&ranges=noise_dba:..30', ['Alpha Zephyrette', 'Gamma']],
    ['two ranges', 'q=zephyr&ranges=noise_dba:..30,year:2000..', ['Gamma']],
    ['a range of what is not known', 'q=zephyr&ranges=watts:1..', ['Alpha Zephyrette', 'Gamma']],
    ['what nothing is', 'q=zephyr+nowhere', []],
  ])('filters by %s', async (_, query, models) => {
    expect((await modelsOf(query)).toSorted()).toEqual(models);
  });

  it('shows the owners, newest first without a filter', async () => {
    const newest = await add(ben, { model: 'Newest of all' });
    const { fans } = await find('limit=1');
    expect(fans).toEqual([{ ...newest, username: ben.username, display_name: ben.username }]);
  });

  it('finds each of many once, page by page, whatever index is read', async () => {
    const ids = new Set<string>();
    const all = Array.from({ length: 60 }, (_, n) => n);
    for (const n of all) {
      // Of two lists neither of which ends soon, one has all and the other half.
      const fan = await add(n < 30 ? ada : ben, { maker: 'Pampero', year: n % 2 ? 1990 : 1991, blades: 3 });
      if (n % 2) ids.add(fan.id);
    }
    const found: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages++) {
      const { fans, next } = await find(
        `q=pampero&ranges=year:1990..1990,blades:3..3&limit=10${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...fans.map(({ id }) => id));
      if (next === null) break;
      cursor = next;
    }
    expect(found).toHaveLength(30);
    expect(new Set(found)).toEqual(ids);
    expectError(await site.api('GET', `/fans?q=zephyr&cursor=${cursor}`), 'invalid_request');
    expectError(await site.api('GET', '/fans?q=zephyr&cursor=AAAA'), 'invalid_request');
  });

  it.each(['noise:..40', 'year:..', 'year:1..2,year:3..4', 'year:a..b', 'watts:40', ''])(
    'refuses the ranges ‘%s’',
    async (ranges) => {
      const answer = await site.api('GET', `/fans?ranges=${encodeURIComponent(ranges)}`);
      expect(expectError(answer, 'invalid_request')).toMatch(/^ranges must be written like/);
    },
  );

  it('finds nothing of a suspended user', async () => {
    const eve = await site.aUser();
    const fan = await add(eve, { maker: 'Nightfall' });
    expect(await modelsOf('q=nightfall')).toHaveLength(1);
    await updateItem(site.table, channelKey(eve.id), { is_hidden: true });
    expect(await modelsOf('q=nightfall')).toEqual([]);
    const compared = await site.api('GET', `/fans/compare/${fan.id},${ulid()}`);
    expect(expectSuccess('GET /fans/compare/{ids}', compared)).toEqual([]);
    expectError(await site.api('GET', `/fans/channels/${eve.id}`), 'not_found');
  });
});

describe('comparing', () => {
  it('returns the fans in the order of their ids', async () => {
    const [one, other] = [await add(ada), await add(ben)];
    const answer = await site.api('GET', `/fans/compare/${other.id},${one.id}`);
    const fans = expectSuccess('GET /fans/compare/{ids}', answer);
    expect(fans.map(({ id, username }) => [id, username])).toEqual([
      [other.id, ben.username],
      [one.id, ada.username],
    ]);
  });

  it.each([1, 5])('refuses a list of %i', async (length) => {
    const ids = Array.from({ length }, () => ulid());
    expectError(await site.api('GET', `/fans/compare/${ids.join(',')}`), 'invalid_request');
  });

  it('refuses repeated and invalid ids', async () => {
    const id = ulid();
    expectError(await site.api('GET', `/fans/compare/${id},${id}`), 'invalid_request');
    expectError(await site.api('GET', `/fans/compare/${id},x`), 'invalid_request');
  });
});

describe('a model', () => {
  const ofModel = async (path: string) =>
    expectSuccess('GET /fans/models/{maker}/{model}', await site.api('GET', `/fans/models/${path}`));

  it('groups spellings that differ in case, accents and spaces', async () => {
    const one = await add(ada, { maker: 'Söhne & Co.', model: 'V-12 De Luxe' });
    const other = await add(ben, { maker: 'SOHNE CO', model: 'v12 deluxe' });
    await add(ben, { maker: 'Sohne Co', model: 'V-13' });
    for (const path of [one.model_path, other.model_path]) {
      const model = await ofModel(path);
      expect(model).toMatchObject({ maker: 'SOHNE CO', model: 'v12 deluxe', next: null });
      expect(model.fans.map(({ id }) => id)).toEqual([other.id, one.id]);
    }
    expectError(await site.api('GET', '/fans/models/sohne/nothing'), 'not_found');
  });

  it('lists videos and streams that show it, even after it was renamed', async () => {
    const fan = await add(ada, { maker: 'Levante', model: 'One' });
    const [video, hidden] = await seedVideos(site.table, ada, [
      { status: 'ready', title: 'Levante turns' },
      { status: 'ready', title: 'Unlisted', visibility: 'unlisted' },
    ]);
    const body = { fan_ids: [fan.id] };
    for (const path of ['streams', `videos/${video!.id}`, `videos/${hidden!.id}`])
      await site.api('PUT', `/fans/${path}`, { token: ada.token, body });
    const lists = async (path: string) => {
      const videos = await site.api('GET', `/fans/models/${path}/videos`);
      const streams = await site.api('GET', `/fans/models/${path}/streams`);
      return [
        expectSuccess('GET /fans/models/{maker}/{model}/videos', videos).videos.map(({ title }) => title),
        expectSuccess('GET /fans/models/{maker}/{model}/streams', streams).channels.map(({ id }) => id),
      ];
    };
    expect(await lists('levante/one')).toEqual([['Levante turns'], [ada.id]]);
    await add(ada, { maker: 'Levante', model: 'Two' }, fan.id);
    expect(await lists('levante/one')).toEqual([[], []]);
    expect(await lists('levante/two')).toEqual([['Levante turns'], [ada.id]]);
    expect((await ofModel('levante/two')).fans).toHaveLength(1);
    await site.api('DELETE', `/fans/${fan.id}`, { token: ada.token });
    expect(await lists('levante/two')).toEqual([[], []]);
  });
});
