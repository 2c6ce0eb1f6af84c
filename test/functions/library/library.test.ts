import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { libraryDeps } from '#functions/library/feature.ts';
import { HISTORY_KEPT_MS, MAX_WATCH_LATER } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let fan: TestUser;

const site = await localApi();
const gale = await site.aUser();
const videos = await seedVideos(
  site.table,
  gale,
  ['One', 'Two', 'Three'].map((title) => ({ status: 'ready', title })),
);
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

describe('the history', () => {
  const note = async (id: string, position_s: number) =>
    expectSuccess(
      'PUT /library/history/{video_id}',
      await site.api('PUT', `/library/history/${id}`, { token: fan.token, body: { position_s } }),
    );
  const watched = async (who: Who = fan) =>
    expectSuccess('GET /library/history', await call('GET', 'history', who));
  const positionIn = async (id: string) =>
    expectSuccess('GET /library/videos/{video_id}', await call('GET', `videos/${id}`)).position_s;
  const pause = (is_paused: boolean) =>
    site.api('PUT', '/library/settings', { token: fan.token, body: { is_paused } });

  it('lists watched videos with their positions to their person alone, the newest first', async () => {
    for (const [at, { id }] of videos.entries()) await note(id, 30 + at);
    await note(videos[0]!.id, 90);
    const list = await watched();
    expect(list.map(({ video, position_s }) => [video?.title, position_s])).toEqual([
      ['Three', 32],
      ['Two', 31],
      ['One', 90],
    ]);
    expect(await positionIn(videos[0]!.id)).toBe(90);
    expect(await watched(gale)).toEqual([]);
  });

  it('moves a video to the top that is watched again after an hour', async () => {
    const { history } = libraryDeps(site.table);
    await history.add(fan.id, videos[0]!.id, 10, Date.now() - 2 * HOUR_MS);
    await history.add(fan.id, videos[1]!.id, 20, Date.now() - HOUR_MS);
    await note(videos[0]!.id, 40);
    expect((await watched()).map(({ position_s }) => position_s)).toEqual([40, 20]);
  });

  it('is cleared at once, and continues with what is watched then', async () => {
    for (const { id } of videos) await note(id, 30);
    const cleared = await call('DELETE', 'history');
    expectSuccess('DELETE /library/history', cleared);
    expect(await watched()).toEqual([]);
    expect(await positionIn(videos[0]!.id)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await note(videos[1]!.id, 50);
    expect(await watched()).toMatchObject([{ id: videos[1]!.id, position_s: 50 }]);
  });

  it('notes nothing while it is paused', async () => {
    await note(videos[0]!.id, 30);
    await pause(true);
    await note(videos[0]!.id, 60);
    await note(videos[1]!.id, 60);
    expect(await watched()).toMatchObject([{ id: videos[0]!.id, position_s: 30 }]);
    const settings = await call('GET', 'settings');
    expect(expectSuccess('GET /library/settings', settings)).toEqual({ is_paused: true });
    await pause(false);
    await note(videos[1]!.id, 60);
    expect(await watched()).toHaveLength(2);
  });

  it('lets go of single videos, repeatedly', async () => {
    await note(videos[0]!.id, 30);
    for (const _ of [1, 2])
      expectSuccess('DELETE /library/history/{video_id}', await call('DELETE', `history/${videos[0]!.id}`));
    expect(await watched()).toEqual([]);
  });

  it('has no videos of more than a year ago, and none that the person cannot see', async () => {
    const { history } = libraryDeps(site.table);
    await history.add(fan.id, videos[0]!.id, 10, Date.now() - HISTORY_KEPT_MS - HOUR_MS);
    expect(await watched()).toEqual([]);
    const body = { position_s: 30 };
    expectError(
      await site.api('PUT', `/library/history/${UNKNOWN_ID}`, { token: fan.token, body }),
      'not_found',
    );
  });

  it('needs a log-in', async () => {
    expectError(await site.api('GET', '/library/history'), 'unauthenticated');
    expectError(await site.api('DELETE', '/library/history'), 'unauthenticated');
    expectError(await site.api('GET', '/library/settings'), 'unauthenticated');
  });
});

describe('what is new', () => {
  const HALF_AN_HOUR_MS = HOUR_MS / 2;

  it('stays new during a visit, and is one person’s alone', async () => {
    const { published } = libraryDeps(site.table);
    const nowMs = Date.now();
    const first = await published.lastVisit(fan.id, nowMs);
    await published.visit(fan.id, nowMs);
    await published.visit(fan.id, nowMs + 1000);
    expect(
      (await published.lastVisit(fan.id, nowMs + HALF_AN_HOUR_MS - 1000)) < new Date(nowMs).toISOString(),
    ).toBe(true);
    expect(await published.lastVisit(fan.id, nowMs + HALF_AN_HOUR_MS + 1000)).toBe(
      new Date(nowMs).toISOString(),
    );
    await published.visit(fan.id, nowMs + 2 * HOUR_MS);
    expect(await published.lastVisit(fan.id, nowMs + 2 * HOUR_MS)).toBe(new Date(nowMs).toISOString());
    expect(await published.lastVisit(gale.id, nowMs)).toBe(first);
  });

  it('is listed by pages, each video once', async () => {
    const { published } = libraryDeps(site.table);
    await site.api('POST', `/follows/${gale.id}`, { token: fan.token });
    for (const [index, { id: videoId }] of videos.entries())
      for (const _ of [1, 2])
        await published.add(fan.id, { videoId, channelId: gale.id, at: `2999-11-2${index}T10:00:00.000Z` });
    const page = await call('GET', 'published?limit=2');
    expect(expectSuccess('GET /library/published', page)).toMatchObject([
      { title: 'Three' },
      { title: 'Two' },
    ]);
    const next = /<\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await site.api('GET', next, { token: fan.token });
    expect(expectSuccess('GET /library/published', rest)).toMatchObject([{ title: 'One' }]);
    expectSuccess('POST /library/visits', await call('POST', 'visits'));
    expectError(await call('GET', 'published?cursor=x'), 'invalid_request');
  });
});
