import { describe, expect, it } from 'vitest';
import { cacheControl } from '#functions/http/route.ts';
import { LATEST } from '#shared/plain/freshness.ts';
import type { SearchResults } from '#shared/channels/search.ts';
import type { Video, Visibility } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { watchVideo } from '#test/support/api/passes.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi({});
const [owner, other] = [await site.aUser(), await site.aUser()];

const visitors = () => [undefined, other] as const;
const find = (id: string, user?: TestUser) => site.api('GET', `/videos/${id}`, { token: user?.token });
const list = (user?: TestUser) => site.api('GET', `/videos?channel=${owner.id}`, { token: user?.token });
const listed = async (user?: TestUser): Promise<[ids: string[], total: string | null]> => {
  const answer = await list(user);
  const ids = expectSuccess('GET /videos', answer).map(({ id }) => id);
  return [ids, answer.headers.get('x-total-count')];
};
const found = async (word: string): Promise<string[]> =>
  ((await site.api('GET', `/search?q=${word}`)).body as SearchResults).videos.map(({ id }) => id);
const change = (id: string, user: TestUser | undefined, body: object) =>
  site.api('PATCH', `/videos/${id}`, { token: user?.token, body });
const watch = (id: string) => watchVideo(site, id);
const aReady = async (visibility: Visibility, title = 'A fan'): Promise<Video> => {
  const [video] = await seedVideos(site.table, owner, [{ status: 'ready', visibility, title }]);
  return video!;
};

describe('a video that is not public', () => {
  it('appears in its owner’s lists only, and in no other count', async () => {
    const before = await listed();
    const visible = await aReady('public');
    const hidden = [await aReady('unlisted'), await aReady('private')];
    for (const visitor of visitors()) {
      const [ids, total] = await listed(visitor);
      expect(ids).toEqual([visible.id, ...before[0]]);
      expect(total).toBe(String(ids.length));
    }
    const [own, ownTotal] = await listed(owner);
    expect(own).toEqual(expect.arrayContaining([...hidden.map(({ id }) => id), visible.id]));
    expect(ownTotal).toBe(String(own.length));
  });

  it('is found by no search', async () => {
    const visible = await aReady('public', 'Zephyrine');
    await aReady('unlisted', 'Zephyrine');
    await aReady('private', 'Zephyrine');
    expect(await found('zephyrine')).toEqual([visible.id]);
  });

  it('opens for everybody by its address when unlisted, and for its owner only when private', async () => {
    const [unlisted, secret] = [await aReady('unlisted'), await aReady('private')];
    for (const visitor of visitors()) {
      expect(expectSuccess('GET /videos/{id}', await find(unlisted.id, visitor))).toEqual(unlisted);
      expectError(await find(secret.id, visitor), 'not_found');
    }
    expect(expectSuccess('GET /videos/{id}', await find(secret.id, owner))).toEqual(secret);
  });

  it('counts views when unlisted, and does not exist for others when private', async () => {
    const [unlisted, secret] = [await aReady('unlisted'), await aReady('private')];
    expectSuccess('POST /videos/{id}/views', await watch(unlisted.id));
    expectError(await watch(secret.id), 'not_found');
    expect((await find(secret.id, owner)).body).toMatchObject({ views: 0 });
  });

  it('stays hidden from others who try to change or delete it', async () => {
    const secret = await aReady('private');
    expectError(await change(secret.id, other, { title: 'Mine' }), 'not_found');
    const remove = (id: string) => site.api('DELETE', `/videos/${id}`, { token: other.token });
    expect((await remove(secret.id)).status).toBe((await remove('0'.repeat(26))).status);
    expect((await find(secret.id, owner)).body).toEqual(secret);
  });
});

describe.each(['/videos/latest', '/categories/box-fans/videos'])(
  'a video that is not public, in %s',
  (path) => {
    const visible = async (): Promise<[ids: string[], total: string | null]> => {
      const answer = await site.api('GET', `${path}?limit=100`);
      return [(answer.body as Video[]).map(({ id }) => id).toSorted(), answer.headers.get('x-total-count')];
    };

    it('is neither listed nor counted there, and moves as its visibility changes', async () => {
      const [before, total] = await visible();
      const secret = await aReady('private');
      await aReady('unlisted');
      expect(await visible()).toEqual([before, total]);
      await change(secret.id, owner, { visibility: 'public' });
      expect(await visible()).toEqual([[...before, secret.id].toSorted(), String(Number(total) + 1)]);
      await change(secret.id, owner, { visibility: 'unlisted' });
      expect(await visible()).toEqual([before, total]);
    });
  },
);

describe('a shared cache', () => {
  it('stores public answers only, and nothing that was answered to a token', async () => {
    const { id } = await aReady('public');
    const keeping = async (answer: Promise<ApiAnswer>) => (await answer).headers.get('cache-control');
    for (const ask of [(user?: TestUser) => find(id, user), list]) {
      expect(await keeping(ask())).toBe(cacheControl(LATEST));
      for (const user of [owner, other]) expect(await keeping(ask(user))).toBe('private, no-store');
    }
  });
});

describe('a video’s visibility', () => {
  it('is changed by its owner, and lists, counts and search follow at once', async () => {
    const video = await aReady('public', 'Mistralis');
    const [ids, total] = await listed();
    const without = [ids.filter((id) => id !== video.id), String(Number(total) - 1)];
    for (const visibility of ['unlisted', 'private'] as const) {
      const answer = await change(video.id, owner, { visibility });
      expect(expectSuccess('PATCH /videos/{id}', answer)).toEqual({ ...video, visibility });
      expect(await listed()).toEqual(without);
      expect(await found('mistralis')).toEqual([]);
    }
    expectSuccess('PATCH /videos/{id}', await change(video.id, owner, { visibility: 'public' }));
    expect(await listed()).toEqual([ids, total]);
    expect(await found('mistralis')).toEqual([video.id]);
  });

  it('that becomes public later makes the video a new one, once', async () => {
    const late = await aReady('private');
    const newer = await aReady('public');
    const first = async () => (await listed())[0][0];
    expect(await first()).toBe(newer.id);
    const before = Date.now();
    const visible = expectSuccess(
      'PATCH /videos/{id}',
      await change(late.id, owner, { visibility: 'public' }),
    );
    expect(Date.parse(visible.created_at)).toBeGreaterThanOrEqual(before);
    expect(await first()).toBe(late.id);
    for (const visibility of ['private', 'public']) await change(late.id, owner, { visibility });
    const { created_at } = expectSuccess('GET /videos/{id}', await find(late.id));
    expect(created_at).toBe(visible.created_at);
  });

  it('has one of three values, and only its owner changes it', async () => {
    const video = await aReady('public');
    expect(expectError(await change(video.id, owner, { visibility: 'friends' }), 'invalid_request')).toBe(
      'Visibility must be one of: public, unlisted, private.',
    );
    expectError(await change(video.id, other, { visibility: 'private' }), 'forbidden');
    expectError(await change(video.id, undefined, { visibility: 'private' }), 'unauthenticated');
  });

  it('applies before the video is ready', async () => {
    const [video] = await seedVideos(site.table, owner, [{ visibility: 'private', title: 'Sciroccan' }]);
    const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
    const outputs = { playback_url: '/x', thumbnail_url: null, storyboard_url: null, duration_s: 1 };
    await videosRepository(site.table).setReady(video!.id, outputs);
    expect(await found('sciroccan')).toEqual([]);
    expectError(await find(video!.id, other), 'not_found');
  });

  it('is public for videos from before the feature', async () => {
    const video = await aReady('public', 'Levanterian');
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    const { TableName, client } = site.table;
    const Key = { pk: `VIDEO#${video.id}`, sk: 'VIDEO' };
    await client.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE visibility' }));
    expect((await find(video.id)).body).toEqual(video);
    expect(await found('levanterian')).toEqual([video.id]);
    expectSuccess('PATCH /videos/{id}', await change(video.id, owner, { visibility: 'private' }));
    expect(await found('levanterian')).toEqual([]);
  });
});
