import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_WATCH_LATER } from '../../../shared/limits.ts';
import type { Video } from '../../../shared/videos/videos.ts';
import { expectError, expectSuccess } from '../../support/api/contract-checks.ts';
import { startLocalApi, type ApiAnswer, type LocalApi, type TestUser } from '../../support/api/local-api.ts';
import { seedVideos } from '../../support/api/table/seed-videos.ts';
import { readAll } from '../../support/api/table/table-reader.ts';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let site: LocalApi;
let gale: TestUser;
let fan: TestUser;
let videos: readonly Video[];

beforeAll(async () => {
  site = await startLocalApi();
  gale = await site.aUser();
  videos = await seedVideos(
    site.table,
    gale,
    ['One', 'Two', 'Three'].map((title) => ({ status: 'ready', title })),
  );
});
afterAll(() => site.close());
beforeEach(async () => {
  fan = await site.aUser();
});

type Who = Pick<TestUser, 'token'>;

const call = (method: string, path: string, { token }: Who = fan): Promise<ApiAnswer> =>
  site.api(method, `/library/${path}`, { token });
const save = async (id: string) =>
  expectSuccess('PUT /library/watch-later/{video_id}', await call('PUT', `watch-later/${id}`));
const remove = async (id: string) =>
  expectSuccess('DELETE /library/watch-later/{video_id}', await call('DELETE', `watch-later/${id}`));
const saved = async (who: Who = fan) =>
  expectSuccess('GET /library/watch-later', await call('GET', 'watch-later', who));
const isSaved = async (id: string) =>
  expectSuccess('GET /library/videos/{video_id}', await call('GET', `videos/${id}`)).watch_later;
const setVisibility = (id: string, visibility: string) =>
  site.api('PATCH', `/videos/${id}`, { token: gale.token, body: { visibility } });

describe('watch later', () => {
  it('lists saved videos to their person alone, the newest first', async () => {
    for (const { id } of videos) await save(id);
    const list = await saved();
    expect(list.map(({ video }) => video?.title)).toEqual(['Three', 'Two', 'One']);
    expect(list[0]).toMatchObject({ id: videos[2]!.id, video: { display_name: gale.username } });
    expect(await saved(gale)).toEqual([]);
    expect(await isSaved(videos[0]!.id)).toBe(true);
  });

  it('saves and removes once when repeated, even simultaneously', async () => {
    const { id } = videos[0]!;
    await Promise.all([save(id), save(id), save(id)]);
    expect(await saved()).toHaveLength(1);
    await Promise.all([remove(id), remove(id)]);
    await remove(id);
    expect(await saved()).toEqual([]);
    expect(await isSaved(id)).toBe(false);
    const counts = (await readAll(site.table)).filter(({ pk }) => pk === `LIBRARY#${fan.id}`);
    expect(counts).toMatchObject([{ sk: 'SAVED', videos: 0 }]);
  });

  it('keeps the place of a video that its owner hides, without its title', async () => {
    const { id } = videos[1]!;
    await save(id);
    await setVisibility(id, 'private');
    expect(await saved()).toMatchObject([{ id, video: null }]);
    await setVisibility(id, 'unlisted');
    expect(await saved()).toMatchObject([{ id, video: { title: 'Two' } }]);
    await setVisibility(id, 'public');
  });

  it('pages through the list', async () => {
    for (const { id } of videos) await save(id);
    const first = await call('GET', 'watch-later?limit=2');
    expect(expectSuccess('GET /library/watch-later', first)).toHaveLength(2);
    const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await site.api('GET', next, { token: fan.token });
    expect(expectSuccess('GET /library/watch-later', second).map(({ id }) => id)).toEqual([videos[0]!.id]);
  });

  it('refuses videos that the person cannot see', async () => {
    expectError(await call('PUT', `watch-later/${UNKNOWN_ID}`), 'not_found');
    const [hidden] = await seedVideos(site.table, gale, [{ status: 'ready', visibility: 'private' }]);
    expectError(await call('PUT', `watch-later/${hidden!.id}`), 'not_found');
    expectError(await call('PUT', 'watch-later/none'), 'invalid_request');
  });

  it('refuses one more than the maximum, and saved ones still count as saved', async () => {
    await save(videos[0]!.id);
    const full = { ':videos': MAX_WATCH_LATER };
    const { client, TableName } = site.table;
    const Key = { pk: `LIBRARY#${fan.id}`, sk: 'SAVED' };
    const update = { UpdateExpression: 'SET videos = :videos', ExpressionAttributeValues: full };
    await client.send(new UpdateCommand({ TableName, Key, ...update }));
    expectError(await call('PUT', `watch-later/${videos[1]!.id}`), 'conflict');
    await save(videos[0]!.id);
  });

  it('needs a log-in', async () => {
    for (const [method, path] of [
      ['GET', 'watch-later'],
      ['PUT', `watch-later/${videos[0]!.id}`],
      ['DELETE', `watch-later/${videos[0]!.id}`],
      ['GET', `videos/${videos[0]!.id}`],
    ] as const)
      expectError(await site.api(method, `/library/${path}`), 'unauthenticated');
  });
});
