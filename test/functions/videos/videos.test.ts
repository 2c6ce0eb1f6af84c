import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { SearchResults } from '#shared/channels/search.ts';
import { MAX_TAGS } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { watchVideo } from '#test/support/api/passes.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const TOO_MANY_TAGS = Array.from({ length: MAX_TAGS + 1 }, (_, index) => `${index}`);

const site = await localApi({ storage: true, transcoder: {} });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

const list = (channel: string, user?: TestUser, query = '') =>
  site.api('GET', `/videos?channel=${channel}${query}`, { token: user?.token });
const change = (method: 'PATCH' | 'DELETE', id: string, user: TestUser | undefined, body?: object) =>
  site.api(method, `/videos/${id}`, { token: user?.token, body });
const watch = (id: string) => watchVideo(site, id);
const ids = (videos: readonly Video[]): string[] => videos.map(({ id }) => id);
/** A word that no other test uses. */
const word = (): string => `v${ulid().toLowerCase()}`.slice(0, 20);
const search = async (q: string): Promise<Video[]> =>
  ((await site.api('GET', `/search?q=${q}`)).body as SearchResults).videos;

const READY = { status: 'ready' } as const;

describe('a channel’s videos', () => {
  it('are listed newest first, unfinished ones for the owner only', async () => {
    const owner = await site.aUser();
    const [a, b, c, d] = await seedVideos(site.table, owner, [
      READY,
      { status: 'processing' },
      { status: 'failed' },
      READY,
    ]);
    const own = await list(owner.id, owner);
    expect(ids(expectSuccess('GET /videos', own))).toEqual([d!.id, c!.id, b!.id, a!.id]);
    expect(own.headers.get('x-total-count')).toBe('4');
    expect(own.body).toMatchObject([
      {},
      { status: 'failed', reason: expect.stringMatching(/damaged/), failure: { reason: 'video_damaged' } },
      { percent: 0 },
      {},
    ]);
    for (const visitor of [undefined, bea]) {
      const answer = await list(owner.id, visitor);
      expect(ids(expectSuccess('GET /videos', answer))).toEqual([d!.id, a!.id]);
      expect(answer.headers.get('x-total-count')).toBe('2');
    }
  });

  it('are paged, each once', async () => {
    const owner = await site.aUser();
    const videos = await seedVideos(
      site.table,
      owner,
      Array.from({ length: 7 }, (_, index) => (index === 3 ? {} : READY)),
    );
    const seen: string[] = [];
    let next: string | undefined = `/api/videos?channel=${owner.id}&limit=2`;
    while (next) {
      const answer = await site.api('GET', next.slice('/api'.length));
      expect(answer.headers.get('x-total-count')).toBe('6');
      seen.push(...ids(answer.body as Video[]));
      next = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    const ready = videos.filter(({ status }) => status === 'ready');
    expect(seen).toEqual(ids(ready.toReversed()));
  });

  it('are sorted by publication, not by upload', async () => {
    const owner = await site.aUser();
    const [first, second] = await seedVideos(site.table, owner, [
      { ...READY, created_at: '2026-11-20T10:00:00.001Z' },
      { ...READY, created_at: '2026-11-20T10:00:00.000Z' },
    ]);
    expect(ids((await list(owner.id)).body as Video[])).toEqual([first!.id, second!.id]);
  });

  it('are empty for a channel without videos, and not found for an unknown one', async () => {
    expect(expectSuccess('GET /videos', await list('0'.repeat(26)))).toEqual([]);
  });

  it.each([
    ['/videos', 'channel is required.'],
    ['/videos?channel=x', 'channel is not a valid ID.'],
    [`/videos?channel=${'0'.repeat(26)}&cursor=x`, 'cursor is not valid.'],
    [`/videos?channel=${'0'.repeat(26)}&limit=0`, 'limit must be at least 1.'],
  ])('refuse %s', async (path, words) => {
    expect(expectError(await site.api('GET', path), 'invalid_request')).toBe(words);
  });

  it('are refused for an invalid token', async () => {
    for (const path of [`/videos?channel=${ada.id}`, `/videos/${'0'.repeat(26)}`]) {
      expectError(await site.api('GET', path, { token: 'garbage' }), 'unauthenticated');
    }
  });
});

describe('the latest videos', () => {
  const latest = (query = '') => site.api('GET', `/videos/latest${query}`);

  it('are the ready ones of all channels, newest first, in pages, each once', async () => {
    const before = Number((await latest()).headers.get('x-total-count'));
    const at = (second: number) => ({ created_at: `2031-01-01T00:00:0${second}.000Z` });
    const [a, b] = await seedVideos(site.table, ada, [
      { ...READY, ...at(1) },
      { ...READY, ...at(3) },
    ]);
    const [c] = await seedVideos(site.table, bea, [
      { ...READY, ...at(2) },
      { status: 'processing', ...at(4) },
      { status: 'failed', ...at(5) },
    ]);
    const seen: string[] = [];
    let next: string | undefined = '/api/videos/latest?limit=1';
    while (next && seen.length < 3) {
      const answer = await site.api('GET', next.slice('/api'.length));
      expect(answer.headers.get('x-total-count')).toBe(String(before + 3));
      seen.push(...ids(expectSuccess('GET /videos/latest', answer)));
      next = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(ids([b!, c!, a!]));
    await change('DELETE', b!.id, ada);
    const answer = await latest('?limit=2');
    expect(ids(answer.body as Video[])).toEqual(ids([c!, a!]));
    expect(answer.headers.get('x-total-count')).toBe(String(before + 2));
  });

  it.each(['GET /videos/latest', 'GET /categories/{id}/videos'] as const)(
    'show the channel’s display name: %s',
    async (route) => {
      const owner = await site.aUser();
      const [video] = await seedVideos(site.table, owner, [READY]);
      const body = { display_name: `Winds & ${owner.username}` };
      await site.api('PUT', '/streamers/profile', { token: owner.token, body });
      const path = route.slice('GET '.length).replace('{id}', 'box-fans');
      const videos = expectSuccess(route, await site.api('GET', `${path}?limit=100`));
      expect(videos.find(({ id }) => id === video!.id)).toEqual({ ...video, ...body });
    },
  );

  it.each([
    ['cursor=x', 'cursor is not valid.'],
    ['limit=0', 'limit must be at least 1.'],
  ])('refuse %s', async (query, words) => {
    expect(expectError(await latest(`?${query}`), 'invalid_request')).toBe(words);
  });
});

describe('one video', () => {
  it('is visible to everybody once it is ready, and to its owner before', async () => {
    const [ready, processing, failed] = await seedVideos(site.table, ada, [READY, {}, { status: 'failed' }]);
    for (const user of [undefined, ada, bea]) {
      const answer = await site.api('GET', `/videos/${ready!.id}`, { token: user?.token });
      expect(expectSuccess('GET /videos/{id}', answer)).toEqual(ready);
    }
    for (const { id } of [processing!, failed!]) {
      expect(await stage.find(id, ada)).toMatchObject({ id });
      expectError(await site.api('GET', `/videos/${id}`), 'not_found');
      expectError(await site.api('GET', `/videos/${id}`, { token: bea.token }), 'not_found');
    }
  });

  it('counts views, also simultaneous ones, only while it can be watched', async () => {
    const [ready, processing] = await seedVideos(site.table, ada, [READY, {}]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => watch(ready!.id)));
    for (const answer of answers) expectSuccess('POST /videos/{id}/views', answer);
    await foldCounters(site.table);
    expect((await stage.find(ready!.id)).views).toBe(10);
    for (const id of [processing!.id, '0'.repeat(26)]) expectError(await watch(id), 'not_found');
  });
});

describe('changing a video', () => {
  it('changes the sent fields only', async () => {
    const [video] = await seedVideos(site.table, ada, [{ ...READY, tags: ['old'], description: 'Old' }]);
    await watch(video!.id);
    await foldCounters(site.table);
    const answer = await change('PATCH', video!.id, ada, { title: ' New ', tags: ['a', 'a', ''] });
    expect(expectSuccess('PATCH /videos/{id}', answer)).toEqual({
      ...video,
      title: 'New',
      tags: ['a'],
      views: 1,
    });
    expect(await stage.find(video!.id)).toEqual(answer.body);
    expect(expectSuccess('PATCH /videos/{id}', await change('PATCH', video!.id, ada, {}))).toEqual(
      answer.body,
    );
  });

  it('loses nothing when changes are simultaneous', async () => {
    const [video] = await seedVideos(site.table, ada, [READY]);
    await Promise.all([
      ...Array.from({ length: 5 }, () => watch(video!.id)),
      change('PATCH', video!.id, ada, { title: 'One' }),
      change('PATCH', video!.id, ada, { description: 'Two' }),
      change('PATCH', video!.id, ada, { category: 'Tower Fans' }),
    ]);
    await foldCounters(site.table);
    const after = { title: 'One', description: 'Two', category: 'Tower Fans', views: 5 };
    expect(await stage.find(video!.id)).toMatchObject(after);
  });

  it.each([
    [{ title: '' }, 'Title is required.'],
    [{ title: 'x'.repeat(141) }, 'Title must have at most 140 characters.'],
    [{ tags: TOO_MANY_TAGS }, `Tags can have at most ${MAX_TAGS} entries.`],
    [{ status: 'ready' }, 'Unknown field: status.'],
    [{ views: 1000 }, 'Unknown field: views.'],
  ])('refuses %j', async (body, words) => {
    const [video] = await seedVideos(site.table, ada, [READY]);
    expect(expectError(await change('PATCH', video!.id, ada, body), 'invalid_request')).toBe(words);
  });

  it('requires the owner, and reveals nothing of hidden videos', async () => {
    const [ready, processing] = await seedVideos(site.table, ada, [READY, {}]);
    expectError(await change('PATCH', ready!.id, bea, { title: 'Mine' }), 'forbidden');
    expectError(await change('PATCH', processing!.id, bea, { title: 'Mine' }), 'not_found');
    expectError(await change('PATCH', ready!.id, undefined, { title: 'Mine' }), 'unauthenticated');
    expectError(await change('PATCH', '0'.repeat(26), ada, { title: 'Mine' }), 'not_found');
    expect(await stage.find(ready!.id)).toEqual(ready);
  });
});

describe('deleting a video', () => {
  const put = async (key: string): Promise<void> => {
    const Bucket = site.storage?.mediaBucket ?? '';
    await stage.s3.send(new PutObjectCommand({ Bucket, Key: key, Body: 'x' }));
  };

  it('deletes it with all its files and no others, and is idempotent', async () => {
    const [video, other] = await seedVideos(site.table, ada, [READY, READY]);
    const keys = [video!, other!].flatMap(({ id }) =>
      ['video.m3u8', 'video_360p_00001.ts'].map((name) => `media/videos/${ada.id}/${id}/${name}`),
    );
    for (const key of keys) await put(key);
    for (let time = 0; time < 2; time++) {
      expectSuccess('DELETE /videos/{id}', await change('DELETE', video!.id, ada));
    }
    expect(await stage.keys('media', `media/videos/${ada.id}/`)).toEqual(keys.slice(2).toSorted());
    expectError(await site.api('GET', `/videos/${video!.id}`), 'not_found');
    const left = (await readAll(site.table)).filter(({ pk, sk }) => (pk + sk).includes(video!.id));
    expect(left).toEqual([]);
  });

  it('deletes it in any state, and counts stay right', async () => {
    const owner = await site.aUser();
    const videos = await seedVideos(site.table, owner, [READY, {}, { status: 'failed' }, READY]);
    const totals = async () =>
      Promise.all([
        list(owner.id, owner).then(({ headers }) => headers.get('x-total-count')),
        list(owner.id).then(({ headers }) => headers.get('x-total-count')),
      ]);
    expect(await totals()).toEqual(['4', '2']);
    await Promise.all(videos.slice(0, 3).map(({ id }) => change('DELETE', id, owner)));
    expect(await totals()).toEqual(['1', '1']);
    await Promise.all([1, 2, 3].map(() => change('DELETE', videos[3]!.id, owner)));
    expect(await totals()).toEqual(['0', '0']);
  });

  it('requires the owner', async () => {
    const [video] = await seedVideos(site.table, ada, [READY]);
    expect(expectError(await change('DELETE', video!.id, bea), 'forbidden')).toBe('This video is not yours.');
    expectError(await change('DELETE', video!.id, undefined), 'unauthenticated');
    expect((await change('DELETE', '0'.repeat(26), ada)).status).toBe(204);
    expect(await stage.find(video!.id)).toEqual(video);
  });
});

describe('a search', () => {
  it('finds ready videos by words of title, tags, category and owner, most watched first', async () => {
    const [title, tag] = [word(), word()];
    const [first, second] = await seedVideos(site.table, ada, [
      { ...READY, title: `Quiet ${title}` },
      { ...READY, title: `Loud ${title}`, tags: [tag] },
    ]);
    expect(ids(await search(title))).toEqual([second!.id, first!.id]);
    await watch(first!.id);
    await foldCounters(site.table);
    expect(ids(await search(title.slice(0, 15)))).toEqual([first!.id, second!.id]);
    expect(ids(await search(`${title}+${tag}`))).toEqual([second!.id]);
    expect(ids(await search(`${title}+box+${ada.username}`))).toEqual([first!.id, second!.id]);
    expect(await search(`${title}+nothing`)).toEqual([]);
  });

  it('reflects each change at once', async () => {
    const [old, renamed] = [word(), word()];
    const [video] = await seedVideos(site.table, ada, [{ title: old }]);
    expect(await search(old)).toEqual([]);
    const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
    const videos = videosRepository(site.table);
    await change('PATCH', video!.id, ada, { title: `${old} ${renamed}` });
    expect(await search(renamed)).toEqual([]);
    await videos.setReady(video!.id, {
      playback_url: '/x',
      thumbnail_url: null,
      storyboard_url: null,
      duration_s: 1,
    });
    expect(ids(await search(renamed))).toEqual([video!.id]);
    await change('PATCH', video!.id, ada, { title: old });
    expect([ids(await search(old)), await search(renamed)]).toEqual([[video!.id], []]);
    await change('DELETE', video!.id, ada);
    expect(await search(old)).toEqual([]);
    expect((await readAll(site.table)).filter(({ sk }) => sk.startsWith(old))).toEqual([]);
  });

  it('accepts the longest titles', async () => {
    const title = Array.from({ length: 70 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(' ');
    const [video] = await seedVideos(site.table, ada, [{ ...READY, title }]);
    const other = Array.from({ length: 70 }, (_, index) => String.fromCodePoint(0x5e00 + index)).join(' ');
    expect((await change('PATCH', video!.id, ada, { title: other })).status).toBe(200);
    expect(ids(await search(encodeURIComponent('\u5e00')))).toEqual([video!.id]);
  });
});

describe('a replay', () => {
  const publish = async (streamId: string, more: object = {}) => {
    const { publishReplay } = await import('#functions/videos/replays.service.ts');
    const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
    const { channelsRepository } = await import('#functions/channels/table/channels.repository.ts');
    const ports = {
      videos: videosRepository(site.table),
      channels: channelsRepository(site.table),
    };
    return publishReplay(ports, {
      channelId: ada.id,
      streamId,
      title: 'Friday hum',
      category: 'Box Fans',
      tags: ['live'],
      description: 'As it was',
      startedAt: '2026-11-20T10:00:00Z',
      durationS: 61.5,
      playbackUrl: `/media/videos/${streamId}/master.m3u8`,
      thumbnailUrl: `/media/videos/${streamId}/thumb0.jpg`,
      filesPrefixes: [`media/videos/${streamId}/`],
      ...more,
    });
  };

  it('is a ready video of its channel, dated as its stream', async () => {
    const replay = await publish('st-1');
    expect(replay).toMatchObject({
      kind: 'replay',
      status: 'ready',
      username: ada.username,
      duration_s: 61.5,
      storyboard_url: null,
      created_at: '2026-11-20T10:00:00.000Z',
    });
    expect(await stage.find(replay!.id)).toEqual(replay);
    expect(ids((await list(ada.id, undefined, '&limit=100')).body as Video[])).toContain(replay!.id);
  });

  it('is published once per stream, also by simultaneous requests', async () => {
    const word1 = word();
    const replays = await Promise.all([1, 2, 3].map(() => publish('st-2', { title: word1 })));
    expect(new Set(replays.map((replay) => replay?.id)).size).toBe(1);
    expect(await search(word1)).toHaveLength(1);
  });

  it('that was deleted with its files does not return', async () => {
    const replay = await publish('st-3');
    const Bucket = site.storage?.mediaBucket ?? '';
    const Key = 'media/videos/st-3/master.m3u8';
    await stage.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    expect((await change('DELETE', replay!.id, ada)).status).toBe(204);
    await expect(stage.s3.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    expect(await publish('st-3')).toBeNull();
  });

  it('requires a channel', async () => {
    await expect(publish('st-4', { channelId: '0'.repeat(26) })).rejects.toMatchObject({ code: 'not_found' });
  });
});
