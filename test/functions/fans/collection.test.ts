import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { fanCountKey } from '#functions/fans/fan.item.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { MAX_FANS, MAX_VISIBLE_FANS } from '#shared/plain/fans/fan-limits.ts';
import type { Fan, FanBody } from '#shared/channels/fans.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let ada: TestUser;
let ben: TestUser;
const site = await localApi();
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
});

const put = ({ token }: TestUser, body: object, id = ulid()) =>
  site.api('PUT', `/fans/${id}`, { token, body });
const add = async (user: TestUser, over: Partial<FanBody> = {}, id = ulid()): Promise<Fan> =>
  expectSuccess('PUT /fans/{id}', await put(user, aFanBody(over), id));
const remove = ({ token }: TestUser, id: string) => site.api('DELETE', `/fans/${id}`, { token });
const collectionOf = async ({ id }: TestUser, query = '') =>
  expectSuccess('GET /fans/channels/{channel_id}', await site.api('GET', `/fans/channels/${id}${query}`));
/** All items of the table that say the id of a fan. */
const itemsOf = async (id: string) =>
  (await readAll(site.table)).filter((item) => JSON.stringify(item).includes(id));

describe('a collection', () => {
  it('is shown to everybody as it was written, newest first', async () => {
    const first = await add(ada, {
      repairs: [
        { on: '2025-01-02', text: 'Oiled' },
        { on: '2026-03-04', text: 'New cord' },
      ],
    });
    const second = await add(ada, { model: 'Breeze', year: null });
    expect(first).toMatchObject({
      channel_id: ada.id,
      model_path: 'northwind/desk-king',
      year: 1962,
      repairs: [
        { on: '2026-03-04', text: 'New cord' },
        { on: '2025-01-02', text: 'Oiled' },
      ],
    });
    expect(await collectionOf(ada)).toEqual([second, first]);
    expect(await collectionOf(ben)).toEqual([]);
    const page = await site.api('GET', `/fans/channels/${ada.id}?limit=1`);
    expect(page.headers.get('x-total-count')).toBe('2');
    const next = /<\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await site.api('GET', next)).body).toEqual([first]);
  });

  it('stores a repeated fan once, and replaces a fan that is sent again with other fields', async () => {
    const fan = await add(ada);
    expect(await add(ada, {}, fan.id)).toEqual(fan);
    const changed = await add(ada, { maker: 'Südwind', watts: 40.04 }, fan.id);
    expect(changed).toMatchObject({ model_path: 'sudwind/desk-king', watts: 40, added_at: fan.added_at });
    expect(await collectionOf(ada)).toEqual([changed]);
    const entries = (await itemsOf(fan.id)).map(({ sk }) => sk);
    expect(entries).toContain(`sudwind#${fan.id}`);
    expect(entries).not.toContain(`northwind#${fan.id}`);
  });

  it('keeps nothing of a deleted fan, and deletion is idempotent', async () => {
    const fan = await add(ada);
    const request = { token: ada.token, body: { fan_ids: [fan.id] } };
    await site.api('PUT', '/fans/streams', request);
    await site.api('PUT', '/fans/streams', { token: ada.token, body: { fan_ids: [] } });
    expect((await itemsOf(fan.id)).length).toBeGreaterThan(10);
    for (const _ of [1, 2]) expectSuccess('DELETE /fans/{id}', await remove(ada, fan.id));
    expect(await itemsOf(fan.id)).toEqual([]);
    expect((await site.api('GET', `/fans/channels/${ada.id}`)).headers.get('x-total-count')).toBe('0');
  });

  it('is changed by its owner only', async () => {
    const fan = await add(ada);
    expectError(await put(ben, aFanBody(), fan.id), 'forbidden');
    expectError(await remove(ben, fan.id), 'forbidden');
    expectError(await site.api('PUT', `/fans/${fan.id}`, { body: aFanBody() }), 'unauthenticated');
    expectError(await site.api('DELETE', `/fans/${fan.id}`), 'unauthenticated');
    expect(await collectionOf(ada)).toEqual([fan]);
    expectError(await site.api('GET', `/fans/channels/${UNKNOWN_ID}`), 'not_found');
  });

  it('refuses fans above the limit, but accepts changes', async () => {
    const fan = await add(ada);
    await putItem(site.table, { ...fanCountKey(ada.id), total: MAX_FANS });
    expect(expectError(await put(ada, aFanBody()), 'conflict')).toMatch(/200 fans/);
    expect(await add(ada, { blades: 5 }, fan.id)).toMatchObject({ blades: 5 });
  });

  it('stores a fan once when two requests add it simultaneously', async () => {
    const id = ulid();
    const both = await Promise.all([add(ada, {}, id), add(ada, {}, id)]);
    expect(both[0]).toEqual(both[1]);
    expect((await site.api('GET', `/fans/channels/${ada.id}`)).headers.get('x-total-count')).toBe('1');
  });

  it.each([
    ['noise', { noise_dba: 2000 }, 'Noise must be at most 130.'],
    ['year', { year: 1700 }, 'Year must be at least 1830.'],
    ['year that is none', { year: 1962.5 }, 'Year must be a whole number.'],
    ['number of blades', { blades: -1 }, 'Blades must be at least 0.'],
    ['diameter', { diameter_cm: 0 }, 'Diameter must be at least 1.'],
    ['air flow', { air_flow_m3h: 2e6 }, 'Air flow must be at most 1000000.'],
    ['power', { watts: '38' }, 'Power must be a number.'],
    ['number of speeds', { speeds: 0 }, 'Speeds must be at least 1.'],
    ['maker', { maker: '★' }, 'Maker must have a letter or a digit.'],
    ['model', { model: ' ' }, 'Model is required.'],
    ['text that cannot be seen', { motor: 'a\u202eb' }, /^Motor may not have characters/],
    ['day', { repairs: [{ on: '2026-02-30', text: 'x' }] }, /must be a day/],
    ['picture', { picture_urls: ['https://elsewhere.example/a.png'] }, /must be a picture that you uploaded/],
    ['field', { rpm: 900 }, 'Unknown field: rpm.'],
  ])('refuses a wrong %s', async (_, wrong, words) => {
    expect(expectError(await put(ada, { ...aFanBody(), ...wrong }), 'invalid_request')).toMatch(words);
    expect(await collectionOf(ada)).toEqual([]);
  });

  it('refuses other users’ pictures', async () => {
    const picture_urls = [`/media/pictures/${ben.id}/${UNKNOWN_ID}.png`];
    expectError(await put(ada, aFanBody({ picture_urls })), 'forbidden');
  });

  it('deletes pictures that it no longer shows', async () => {
    const pictures = [ulid(), ulid()];
    const picture_urls = pictures.map((id) => `/media/pictures/${ada.id}/${id}.png`);
    const fan = await add(ada, { picture_urls });
    await add(ada, { picture_urls: picture_urls.slice(1) }, fan.id);
    const isToGo = async (id = '') => (await itemsOf(id)).some(({ sk }) => sk === 'WORK');
    expect([await isToGo(pictures[0]), await isToGo(pictures[1])]).toEqual([true, false]);
    await remove(ada, fan.id);
    expect(await isToGo(pictures[1])).toBe(true);
  });
});

describe('the fans of a stream or video', () => {
  const show = ({ token }: TestUser, path: string, fan_ids: readonly string[]) =>
    site.api('PUT', `/fans/${path}`, { token, body: { fan_ids } });
  const onStream = async ({ id }: TestUser) =>
    expectSuccess('GET /fans/streams/{channel_id}', await site.api('GET', `/fans/streams/${id}`));
  const inVideo = async (id: string, { token }: Partial<TestUser> = {}) =>
    expectSuccess('GET /fans/videos/{video_id}', await site.api('GET', `/fans/videos/${id}`, { token }));

  it('are those that its owner names, in that order, without deleted ones', async () => {
    const [one, other] = [await add(ada), await add(ada, { model: 'Breeze' })];
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    for (const [path, current] of [
      ['streams', () => onStream(ada)],
      [`videos/${video!.id}`, () => inVideo(video!.id)],
    ] as const) {
      expect(await current()).toEqual([]);
      expect((await show(ada, path, [other.id, one.id, other.id])).body).toEqual([other, one]);
      expect(await current()).toEqual([other, one]);
      expectSuccess('PUT /fans/streams', await show(ada, path, [one.id]));
      expect(await current()).toEqual([one]);
    }
    await remove(ada, one.id);
    expect([await onStream(ada), await inVideo(video!.id)]).toEqual([[], []]);
  });

  it('are named by the owner only, and must be the owner’s', async () => {
    const [own, others] = [await add(ada), await add(ben)];
    const [video, hidden] = await seedVideos(site.table, ada, [
      { status: 'ready' },
      { status: 'ready', visibility: 'private' },
    ]);
    expectError(await show(ben, `videos/${video!.id}`, [others.id]), 'forbidden');
    for (const path of ['streams', `videos/${video!.id}`]) {
      expectError(await show(ada, path, [others.id]), 'forbidden');
      expectError(await show(ada, path, [UNKNOWN_ID]), 'not_found');
      const many = Array.from({ length: MAX_VISIBLE_FANS + 1 }, () => ulid());
      expectError(await show(ada, path, many), 'invalid_request');
    }
    expectError(await show(ben, `videos/${hidden!.id}`, [others.id]), 'not_found');
    expectError(await site.api('GET', `/fans/videos/${hidden!.id}`), 'not_found');
    expectSuccess('PUT /fans/videos/{video_id}', await show(ada, `videos/${hidden!.id}`, [own.id]));
    expect(await inVideo(hidden!.id, ada)).toEqual([own]);
    expectError(await site.api('GET', `/fans/streams/${UNKNOWN_ID}`), 'not_found');
  });

  it('are removed with the video', async () => {
    const fan = await add(ada);
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    await show(ada, `videos/${video!.id}`, [fan.id]);
    const { forgetShowing } = await import('#functions/fans/table/showings.repository.ts');
    for (const _ of [1, 2]) await forgetShowing(site.table, { kind: 'video', id: video!.id });
    expect((await itemsOf(video!.id)).map(({ sk }) => sk).filter((sk) => /FANS|VIDEO#/.test(sk))).toEqual([]);
  });
});
