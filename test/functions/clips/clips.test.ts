import {
  CopyObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DueClip } from '#functions/clips/clip.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { OUTPUTS, seedReplay, seedVideos } from '#test/support/api/table/seed-videos.ts';

let viewer: TestUser;

// A new account makes a few clips a day.
beforeEach(async () => {
  viewer = await site.aUser();
});

/** Two renditions of 100 s, in segments of two seconds. */
async function putFilm(playbackUrl: string): Promise<void> {
  const folder = playbackUrl.slice(1, playbackUrl.lastIndexOf('/') + 1);
  const names = ['video_360p', 'video_720p'];
  const master = names.map(
    (name, n) => `#EXT-X-STREAM-INF:BANDWIDTH=${n + 1}000000,RESOLUTION=640x360\n${name}.m3u8\n`,
  );
  await put(`${folder}video.m3u8`, `#EXTM3U\n${master.join('')}`);
  await put(OUTPUTS.thumbnail_url.slice(1), 'a picture');
  for (const name of names) {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const segments = numbers.map((n) => `#EXTINF:2,\n${name}_${n}.ts\n`).join('');
    await put(`${folder}${name}.m3u8`, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${segments}#EXT-X-ENDLIST\n`);
    await Promise.all(numbers.map((n) => put(`${folder}${name}_${n}.ts`, `${name} ${n}`)));
  }
}

const put = (Key: string, Body: string) =>
  stage.s3.send(new PutObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key, Body }));

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
const [owner, stranger] = [await site.aUser(), await site.aUser()];
await putFilm(OUTPUTS.playback_url);

const filesOf = async (clip: Pick<Clip, 'channel_id' | 'id'>): Promise<string[]> => {
  const Prefix = `media/clips/${clip.channel_id}/${clip.id}/`;
  const list = new ListObjectsV2Command({ Bucket: site.storage?.mediaBucket ?? '', Prefix });
  return ((await stage.s3.send(list)).Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length));
};

const aVideo = async (change: Partial<Video> = {}, of = owner): Promise<Video> =>
  (await seedVideos(site.table, of, [{ status: 'ready', ...change }]))[0]!;
const span = (video: Pick<Video, 'id'>, change: object = {}) => ({
  kind: 'video',
  id: video.id,
  from_ms: 5500,
  until_ms: 17_500,
  title: 'Walnut blades',
  ...change,
});
const make = (user: TestUser | undefined, body: unknown, key?: string) =>
  site.api('POST', '/clips', {
    token: user?.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const made = async (video: Pick<Video, 'id'>, user = viewer, change: object = {}): Promise<Clip> =>
  expectSuccess('POST /clips', await make(user, span(video, change)));
const ask = (id: string, user?: TestUser) => site.api('GET', `/clips/${id}`, { token: user?.token });
const list = async (channel: TestUser, user?: TestUser): Promise<string[]> =>
  expectSuccess(
    'GET /clips',
    await site.api('GET', `/clips?channel=${channel.id}`, { token: user?.token }),
  ).map(({ id }) => id);
const remove = (id: string, user?: TestUser) => site.api('DELETE', `/clips/${id}`, { token: user?.token });
const removeVideo = (id: string, user = owner) => site.api('DELETE', `/videos/${id}`, { token: user.token });
const keep = (id: string, is_kept: boolean, user?: TestUser) =>
  site.api('PATCH', `/clips/${id}`, { token: user?.token, body: { is_kept } });
const tick = () =>
  site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {}, resources: [] });

describe('a clip', () => {
  it('exists at once with whole segments, a playlist of each rendition and a picture', async () => {
    const video = await aVideo();
    const clip = await made(video);
    expect(clip).toMatchObject({
      channel_id: owner.id,
      username: owner.username,
      clipper: viewer.username,
      visibility: 'public',
      start_s: 1.5,
      duration_s: 12,
      source: { video_id: video.id, at_s: 5.5 },
      views: 0,
      likes: 0,
      is_kept: false,
    });
    const files = await filesOf(clip);
    expect(files.filter((name) => name.endsWith('.ts'))).toHaveLength(14);
    expect(files).toEqual(expect.arrayContaining(['clip.m3u8', 'clip-0.m3u8', 'clip-1.m3u8']));
    expect(`/media/clips/${owner.id}/${clip.id}/clip.m3u8`).toBe(clip.playback_url);
    expect(files).toContain(clip.thumbnail_url!.split('/').at(-1));
    expect(expectSuccess('GET /clips/{id}', await ask(clip.id))).toEqual(clip);
    expect(await list(owner)).toContain(clip.id);
  });

  it('has its part of the captions of its video, and of those alone that say something there', async () => {
    const video = await aVideo();
    const cue = (fromS: number, untilS: number) => {
      const [from, until] = [fromS, untilS].map((timeS) => `00:00:${String(timeS).padStart(2, '0')}.000`);
      return `${from} --> ${until}\nFrom ${fromS}\n`;
    };
    const captions = { en: [cue(1, 3), cue(3, 6), cue(11, 12)], de: [cue(1, 2)] };
    for (const [language, cues] of Object.entries(captions)) {
      const body = { label: language, text: `WEBVTT\n\n${cues.join('\n')}` };
      await site.api('PUT', `/videos/${video.id}/captions/${language}`, { token: owner.token, body });
    }
    const clip = await made(video);
    const folder = `/media/clips/${owner.id}/${clip.id}/captions/`;
    expect(clip.captions).toEqual([{ language: 'en', label: 'en', url: expect.stringContaining(folder) }]);
    const Key = clip.captions![0]!.url.slice(1);
    const { Body, ContentType } = await stage.s3.send(
      new GetObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key }),
    );
    expect(ContentType).toBe('text/vtt; charset=utf-8');
    // Its segments begin at 4 s.
    expect(await Body?.transformToString()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nFrom 3\n\n00:00:07.000 --> 00:00:08.000\nFrom 11\n',
    );
    expect(expectSuccess('GET /clips/{id}', await ask(clip.id))).toEqual(clip);
  });

  it.each([
    [4_999, 'a second too short'],
    [90_001, 'too long'],
    [-5000, 'the wrong way round'],
  ])('of %i ms is refused: %s', async (ms) => {
    const words = expectError(
      await make(viewer, span(await aVideo(), { until_ms: 5500 + ms })),
      'invalid_request',
    );
    expect(words).toBe('A clip is 5 to 90 seconds long.');
  });

  it('may last 5 to 90 seconds', async () => {
    const video = await aVideo();
    expect(await made(video, viewer, { until_ms: 10_500 })).toMatchObject({ duration_s: 5 });
    expect(await made(video, viewer, { until_ms: 95_500 })).toMatchObject({ duration_s: 90 });
  });

  it.each([
    { from_ms: -1 },
    { from_ms: 1.5 },
    { from_ms: '0' },
    { title: ' ' },
    { title: 'x'.repeat(141) },
    { title: 'back\u202Ewards' },
    { id: '../../../secrets' },
    { kind: 'channel' },
    { playlist: '/media/videos/x/video.m3u8' },
  ])('is refused with %o', async (change) => {
    expectError(await make(viewer, span(await aVideo(), change)), 'invalid_request');
  });

  it('is refused beyond the end of its source, or without a source', async () => {
    const video = await aVideo();
    expectError(await make(viewer, span(video, { from_ms: 95_000, until_ms: 105_000 })), 'conflict');
    expectError(await make(viewer, span({ id: ulid() })), 'not_found');
    expectError(await make(viewer, span({ id: owner.id }, { kind: 'live' })), 'conflict');
  });

  it('requires a signed-in user', async () => {
    expectError(await make(undefined, span(await aVideo())), 'unauthenticated');
  });

  it('is made once by a repeated request, even simultaneously and with another body', async () => {
    const video = await aVideo();
    const key = ulid();
    const both = await Promise.all([make(viewer, span(video), key), make(viewer, span(video), key)]);
    const ids = both.map((answer) => expectSuccess('POST /clips', answer).id);
    const again = expectSuccess('POST /clips', await make(viewer, span(video, { title: 'Another' }), key));
    expect(new Set([...ids, again.id]).size).toBe(1);
    expect(again.title).toBe('Walnut blades');
    expect(expectSuccess('POST /clips', await make(stranger, span(video), key)).id).not.toBe(again.id);
    await remove(again.id, viewer);
    expectError(await make(viewer, span(video), key), 'not_found');
  });

  it('copies its files once, however many requests come with its key', async () => {
    const video = await aVideo();
    const key = ulid();
    const copies = vi.spyOn(S3Client.prototype, 'send');
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(viewer, span(video), key)));
    const copied = copies.mock.calls.filter(([command]) => command instanceof CopyObjectCommand).length;
    copies.mockRestore();
    const [clip] = answers.map((answer) => expectSuccess('POST /clips', answer));
    expect(copied).toBe((await filesOf(clip!)).filter((name) => /\.(ts|jpg)$/.test(name)).length);
  });

  it('that was interrupted is made by a repeated request, once its time is over', async () => {
    const { clipsRepository } = await import('#functions/clips/table/clips.repository.ts');
    const clips = clipsRepository(site.table);
    const video = await aVideo();
    const request = { ...span(video), kind: 'video' } as const;
    const [stale, running] = [ulid(), ulid()];
    for (const [key, nowMs] of [
      [stale, Date.now() - 31_000],
      [running, Date.now()],
    ] as const) {
      const id = await clips.claim(viewer.id, key, ulid(), nowMs);
      const begun = { id, channelId: owner.id, clipperId: viewer.id, request };
      await clips.begin(begun, { nowMs, leaseMs: 30_000, dueMs: nowMs + 90_000 });
    }
    expectSuccess('POST /clips', await make(viewer, span(video), stale));
    expectError(await make(viewer, span(video), running), 'conflict');
  });

  it('counts a viewer once a day, by a pass to it', async () => {
    const { id } = await made(await aVideo());
    const watch = (pass: string) => site.api('POST', `/clips/${id}/views`, { body: { pass } });
    const pass = await passTo(site, 'clip', id);
    for (let times = 0; times < 2; times += 1) expectSuccess('POST /clips/{id}/views', await watch(pass));
    expectSuccess('POST /clips/{id}/views', await watch(await passTo(site, 'clip', id)));
    await foldCounters(site.table);
    expect((await ask(id)).body).toMatchObject({ views: 2 });
    expectError(await watch(await passTo(site, 'video', id)), 'forbidden');
  });
});

describe('a clip’s visibility', () => {
  const visibility = (id: string, to: Video['visibility']) =>
    site.api('PATCH', `/videos/${id}`, { token: owner.token, body: { visibility: to } });

  it('does not allow clips of a private video, not even for its owner', async () => {
    const video = await aVideo({ visibility: 'private' });
    expectError(await make(viewer, span(video)), 'not_found');
    expectError(await make(owner, span(video)), 'conflict');
  });

  it('is unlisted for a clip of an unlisted video, also when that becomes public', async () => {
    const video = await aVideo({ visibility: 'unlisted' });
    const { id } = await made(video);
    expect((await ask(id)).body).toMatchObject({ visibility: 'unlisted' });
    expect(await list(owner)).not.toContain(id);
    expect(await list(owner, owner)).toContain(id);
    await visibility(video.id, 'public');
    expect((await ask(id)).body).toMatchObject({ visibility: 'unlisted' });
  });

  it('hides a clip from all but the owner when its source becomes private; its maker can still delete it', async () => {
    const video = await aVideo();
    const { id } = await made(video);
    await visibility(video.id, 'private');
    for (const user of [undefined, viewer, stranger]) expectError(await ask(id, user), 'not_found');
    expect((await ask(id, owner)).body).toMatchObject({ visibility: 'private' });
    expect(await list(owner)).not.toContain(id);
    expectSuccess('DELETE /clips/{id}', await remove(id, stranger));
    expect((await ask(id, owner)).status).toBe(200);
    expectSuccess('DELETE /clips/{id}', await remove(id, viewer));
    expectError(await ask(id, owner), 'not_found');
  });

  it('ends with its source, unless the channel’s owner keeps the clip', async () => {
    const video = await aVideo();
    const [gone, kept] = [await made(video), await made(video)];
    expectSuccess('PATCH /clips/{id}', await keep(kept.id, true, owner));
    await removeVideo(video.id);
    expectError(await ask(gone.id, owner), 'not_found');
    expect(await filesOf(gone)).toEqual([]);
    expect(expectSuccess('GET /clips/{id}', await ask(kept.id))).toMatchObject({
      is_kept: true,
      source: null,
    });
    expect(await filesOf(kept)).not.toEqual([]);
    expect(await list(owner)).toContain(kept.id);
  });

  it('stays as the source was last seen when the clip is kept', async () => {
    const video = await aVideo();
    const { id } = await made(video);
    await keep(id, true, owner);
    await visibility(video.id, 'private');
    await removeVideo(video.id);
    expectError(await ask(id), 'not_found');
    expect((await ask(id, owner)).body).toMatchObject({ visibility: 'private' });
  });
});

describe('a clip’s permissions', () => {
  it('let its maker and the channel’s owner delete it with its files, and no others', async () => {
    const video = await aVideo();
    for (const user of [owner, viewer]) {
      const clip = await made(video);
      expectError(await remove(clip.id), 'unauthenticated');
      expectError(await remove(clip.id, stranger), 'forbidden');
      for (let times = 0; times < 2; times += 1)
        expectSuccess('DELETE /clips/{id}', await remove(clip.id, user));
      expectError(await ask(clip.id, owner), 'not_found');
      expect(await filesOf(clip)).toEqual([]);
    }
  });

  it('let only the channel’s owner keep it', async () => {
    const { id } = await made(await aVideo());
    expectError(await keep(id, true), 'unauthenticated');
    for (const user of [viewer, stranger]) expectError(await keep(id, true, user), 'forbidden');
    expectError(await keep(ulid(), true, owner), 'not_found');
  });

  it('let only the owner make one when the channel allows no clips', async () => {
    const shy = await site.aUser();
    const video = await aVideo({}, shy);
    const earlier = await made(video);
    const set = (is_off: boolean) =>
      site.api('PUT', '/clips/settings', { token: shy.token, body: { is_off } });
    expectSuccess('PUT /clips/settings', await set(true));
    const settings = await site.api('GET', '/clips/settings', { token: shy.token });
    expect(expectSuccess('GET /clips/settings', settings)).toEqual({ is_off: true });
    expectError(await make(viewer, span(video)), 'forbidden');
    await made(video, shy);
    expect((await ask(earlier.id)).status).toBe(200);
    await set(false);
    await made(video);
  });

  it('count it in the channel’s list while it exists', async () => {
    const other = await site.aUser();
    const video = await aVideo({}, other);
    const [first, second] = [await made(video), await made(video)];
    const total = async () =>
      (await site.api('GET', `/clips?channel=${other.id}`)).headers.get('x-total-count');
    expect(await total()).toBe('2');
    expect(await list(other)).toEqual([second.id, first.id]);
    for (let times = 0; times < 2; times += 1) await remove(first.id, other);
    expect(await total()).toBe('1');
  });

  it('lists no clips of a maker whom the streamer has blocked, however many they are', async () => {
    const other = await site.aUser();
    const video = await aVideo({}, other);
    const [first, second] = [await made(video), await made(video)];
    expect(await list(other)).toEqual([second.id, first.id]);
    const path = `/hidden-people/${viewer.username}`;
    expectSuccess('PUT /hidden-people/{username}', await site.api('PUT', path, { token: other.token }));
    expect(await list(other)).toEqual([]);
    expectSuccess('DELETE /hidden-people/{username}', await site.api('DELETE', path, { token: other.token }));
    expect(await list(other)).toEqual([second.id, first.id]);
  });

  it('has full pages of those that others may see, and counts no others', async () => {
    const other = await site.aUser();
    const [open, hidden] = [await aVideo({}, other), await aVideo({}, other)];
    const visible = [await made(open), await made(open)];
    for (let times = 0; times < 3; times += 1) await made(hidden);
    const body = { visibility: 'private' };
    await site.api('PATCH', `/videos/${hidden.id}`, { token: other.token, body });
    const page = (user?: TestUser, more = '') =>
      site.api('GET', `/clips?channel=${other.id}${more}`, { token: user?.token });
    const ids = async (more: string) =>
      expectSuccess('GET /clips', await page(undefined, more)).map(({ id }) => id);
    const newestFirst = visible.map(({ id }) => id).toReversed();
    expect([await ids(''), await ids('&limit=2')]).toEqual([newestFirst, newestFirst]);
    const totals = [(await page()).headers, (await page(other)).headers].map((of) => of.get('x-total-count'));
    expect(totals).toEqual(['2', '5']);
  });
});

describe('a clip of a replay through software', () => {
  it('is copied from the recording of IVS', async () => {
    const folder = 'ivs/v1/123456789012/abc/2026/11/20/10/0/def/media/hls';
    const Bucket = site.storage?.recordingsBucket ?? '';
    const file = (name: string, Body: string) =>
      stage.s3.send(new PutObjectCommand({ Bucket, Key: `${folder}/${name}`, Body }));
    await file('master.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,VIDEO="a"\n720p30/playlist.m3u8\n');
    const segments = [0, 1, 2].map((n) => `#EXTINF:10.0,\n${n}.ts\n`).join('');
    await file('720p30/playlist.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n${segments}#EXT-X-ENDLIST\n`);
    for (const n of [0, 1, 2]) await file(`720p30/${n}.ts`, `segment ${n}`);
    const fields = { playback_url: `/${folder}/master.m3u8`, duration_s: 30 };
    const replay = await seedReplay(site.table, owner, fields, { filesPrefixes: [`${folder}/`] });
    const clip = await made(replay, viewer, { from_ms: 9000, until_ms: 15_000 });
    expect(clip).toMatchObject({ start_s: 9, duration_s: 6, thumbnail_url: null });
    expect((await filesOf(clip)).filter((name) => name.endsWith('.ts'))).toHaveLength(2);
  });
});

describe('an interrupted clip', () => {
  const dueAt = (dueMs: number) => ({ nowMs: dueMs, leaseMs: 0, dueMs });

  it('has its files deleted by the tick, and does not return', async () => {
    const { clipsRepository } = await import('#functions/clips/table/clips.repository.ts');
    const clips = clipsRepository(site.table);
    const clip = { id: ulid(), channelId: owner.id };
    const request = { kind: 'video', id: ulid(), from_ms: 0, until_ms: 6000, title: 'Never' } as const;
    await clips.begin({ ...clip, clipperId: viewer.id, request }, dueAt(Date.now() - 1));
    await put(`media/clips/${owner.id}/${clip.id}/0.ts`, 'half');
    for (let times = 0; times < 2; times += 1) await tick();
    expect(await filesOf({ id: clip.id, channel_id: owner.id })).toEqual([]);
    expect(await clips.find(clip.id)).toEqual({ state: 'deleted' });
    const { dueClips } = await import('#functions/clips/table/due-clips.repository.ts');
    expect(await dueClips(site.table, Date.now() + 1e9)).not.toContainEqual(clip);
  });

  it('whose files cannot be deleted is due again later, after the others', async () => {
    const { clipsRepository } = await import('#functions/clips/table/clips.repository.ts');
    const { endDueClips } = await import('#functions/clips/end-clip.service.ts');
    const { dueClips } = await import('#functions/clips/table/due-clips.repository.ts');
    const clips = clipsRepository(site.table);
    const [stuck, next] = [ulid(), ulid()].map((id) => ({ id, channelId: owner.id })) as [DueClip, DueClip];
    const nowMs = Date.now();
    const request = { kind: 'video', id: ulid(), from_ms: 0, until_ms: 6000, title: 'Never' } as const;
    await clips.begin({ ...stuck, clipperId: viewer.id, request }, dueAt(nowMs - 2));
    await clips.begin({ ...next, clipperId: viewer.id, request }, dueAt(nowMs + 90_000));
    const due = async (atMs: number) =>
      (await dueClips(site.table, atMs))
        .map(({ id }) => id)
        .filter((id) => id === stuck.id || id === next.id);
    for (const runMs of [nowMs, nowMs + 61_000]) {
      expect(await due(runMs)).toEqual([stuck.id]);
      const deps = {
        clips,
        deleteFiles: () => Promise.reject(new Error('Access denied')),
        deleteComments: async () => true,
        clock: () => runMs,
        report: () => {},
      };
      expect(await failuresOfItems(() => endDueClips(deps, [stuck]))).toEqual(['Access denied']);
    }
    expect(await due(nowMs + 122_000)).toEqual([next.id, stuck.id]);
    for (const { id } of [stuck, next]) await clips.settle(id, nowMs);
  });
});
