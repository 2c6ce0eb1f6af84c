import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Api } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { collections } from '#demo/cast/collections.ts';
import { videos } from '#demo/cast/videos.ts';
import { fillSite } from '#demo/fill.ts';
import { readDemoSettings } from '#demo/settings.ts';
import { generousFor } from '#infra/local/generous.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';

/** Two films are made before the streams start. */
const LIVE_WITHIN_MS = 120_000;
const READY_WITHIN_MS = 110_000;

const folder = siteFolder();
let site: RunningSite;
let api: Api;
let demo: ChildProcess;
let words = '';

beforeAll(async () => {
  site = await runSite(folder.path, {}, { limits: generousFor('npm start') });
  api = createApi(site.url, new AbortController().signal);
  demo = spawn(process.execPath, [join(import.meta.dirname, '../../../../demo/run.ts')], {
    // The content of the films does not matter.
    env: { ...process.env, DATA_DIR: folder.path, DEMO_FILM_HEIGHT: '90' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [demo.stdout, demo.stderr]) {
    output?.on('data', (text: Buffer) => (words += text.toString()));
  }
});

afterAll(async () => {
  demo?.kill('SIGKILL');
  await site?.end('SIGTERM');
  folder.remove();
});

const channels = (live?: 'true'): Promise<Channel[]> =>
  api.call('GET /streamers', { query: { limit: 100, ...(live && { live }) } });

/** Returns everything that visitors see of the demo's channels. */
async function everything() {
  const visible = await channels();
  const chats = visible.map(({ id }) =>
    api.call('GET /chat/{id}', { params: { id }, query: { limit: 100 } }),
  );
  const fans = visible.map(({ id: channel_id }) =>
    api.call('GET /fans/channels/{channel_id}', { params: { channel_id }, query: {} }),
  );
  return {
    visible: visible.map((channel) => ({ ...channel, viewers: 0 })),
    chats: await Promise.all(chats),
    fans: await Promise.all(fans),
  };
}

/** Returns the titles of the videos on the demo's channels. */
async function listedVideos(): Promise<string[]> {
  const lists = (await channels()).map(({ id }) => api.call('GET /videos', { query: { channel: id } }));
  return (await Promise.all(lists)).flat().map(({ title }) => title);
}

describe('npm run demo', () => {
  it('publishes videos, which become ready and are listed', async () => {
    const titles = videos.map(({ title }) => title);
    await expect
      .poll(listedVideos, { timeout: READY_WITHIN_MS, interval: 1000 })
      .toEqual(expect.arrayContaining(titles));
  });

  it('streams two fans live', async () => {
    const receiving = async () =>
      (await channels('true')).filter(({ ingest }) => ingest === 'receiving').length;
    await expect.poll(receiving, { timeout: LIVE_WITHIN_MS, interval: 500 }).toBe(2);
  });

  it('creates a dozen channels with texts, pictures, followers, fans and chats', async () => {
    const { visible, chats, fans } = await everything();
    expect(visible.map(({ username }) => username).toSorted()).toEqual(
      cast.map(({ username }) => username).toSorted(),
    );
    for (const channel of visible) {
      const wanted = cast.find(({ username }) => username === channel.username);
      const { description, schedule, title, game } = channel;
      expect(wanted).toMatchObject({ description, schedule, title, game });
      const followers = cast.filter(({ follows }) => follows.includes(channel.username));
      // The tick counts those of large audiences.
      const counted = async () =>
        (await channels()).find(({ username }) => username === channel.username)?.followers;
      await expect.poll(counted, { timeout: 90_000, interval: 1000 }).toBe(followers.length);
    }
    expect(Math.min(...chats.map((chat) => chat.length))).toBeGreaterThanOrEqual(3);
    const models = fans.flat().map(({ maker, model }) => `${maker} ${model}`);
    const wanted = Object.values(collections).flat();
    expect(models.toSorted()).toEqual(wanted.map(({ facts }) => `${facts.maker} ${facts.model}`).toSorted());
  });

  it('lists the fans in its videos', async () => {
    const { videos: visible } = await api.call('GET /fans/models/{maker}/{model}/videos', {
      params: { maker: 'tramuntana', model: 'walnut-five' },
      query: {},
    });
    expect(visible.map(({ title }) => title)).toEqual(['Lie down, look up, breathe out']);
  });

  it('uses pictures that the site serves', async () => {
    const urls = (await channels()).flatMap(({ avatar, thumbnail_url }) => [avatar, thumbnail_url]);
    const answers = await Promise.all(urls.map((url) => fetch(site.url + url)));
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(
      Array.from({ length: 24 }, () => 'image/png'),
    );
  });

  it('ends its streams at Ctrl-C, even when sent twice', async () => {
    const exited = once(demo, 'exit');
    demo.kill('SIGINT');
    demo.kill('SIGINT');
    expect(await exited, words).toEqual([0, null]);
    // Lists are cached for a moment.
    const areLive = async () => (await channels()).some(({ is_live }) => is_live);
    await expect.poll(areLive).toBe(false);
    await expect.poll(() => channels('true')).toEqual([]);
  });

  it('changes nothing when it runs again', async () => {
    const before = await everything();
    const { password } = readDemoSettings([], { DATA_DIR: folder.path });
    await fillSite(api, password, () => {});
    expect(await everything()).toEqual(before);
  });
});
