import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { SUGGESTED_CHANNELS, SUGGESTED_VIDEOS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi({ ivs: true });
const grace = await site.aUser({ username: 'grace_h' });
const body = { display_name: 'Grace Hopper', title: 'Tower of wind' };
await site.api('PUT', '/streamers/profile', {
  token: grace.token,
  body: { display_name: body.display_name },
});
await site.api('PATCH', '/streamers/status', { token: grace.token, body: { title: body.title } });

const ask = (q: string) => site.api('GET', `/search/suggestions?q=${encodeURIComponent(q)}`);
const suggest = async (q: string) => expectSuccess('GET /search/suggestions', await ask(q));

describe('search suggestions', () => {
  it('are channels and categories by beginnings of their words', async () => {
    expect(await suggest('hopp')).toEqual({
      channels: [{ username: 'grace_h', display_name: 'Grace Hopper', avatar: '', is_live: false }],
      videos: [],
      fans: [],
      categories: [],
    });
    expect(await suggest('tow')).toMatchObject({
      channels: [{ username: 'grace_h' }],
      categories: [{ id: 'tower-fans', name: 'Tower Fans' }],
    });
  });

  it('correct a misspelt word', async () => {
    expect((await suggest('hoppre')).channels).toMatchObject([{ username: 'grace_h' }]);
    expect((await suggest('ceilng fan')).categories).toEqual([{ id: 'ceiling-fans', name: 'Ceiling Fans' }]);
  });

  it('are few, live and popular ones first', async () => {
    const title = 'zzsuggested';
    await seedChannels(site.table, 20, () => ({ title }));
    const [live] = await seedChannels(site.table, 1, () => ({ title, is_live: true }));
    const { channels } = await suggest('zzsugg');
    expect(channels).toHaveLength(SUGGESTED_CHANNELS);
    expect(channels[0]).toMatchObject({ username: live!.username, is_live: true });
  });

  it('have a few videos that anybody may see', async () => {
    const titles = Array.from({ length: 6 }, (_, at) => `Quiet zzvideo ${at}`);
    const open = titles.map((title) => ({ title, status: 'ready' }) as const);
    const hidden = { title: 'Secret zzvideo', status: 'ready', visibility: 'unlisted' } as const;
    await seedVideos(site.table, grace, [...open, hidden]);
    const { videos } = await suggest('zzvid');
    expect(videos).toHaveLength(SUGGESTED_VIDEOS);
    for (const { title, username } of videos) {
      expect(titles).toContain(title);
      expect(username).toBe('grace_h');
    }
    expect((await suggest('secret zzvid')).videos).toEqual([]);
  });

  it('have each model of fans once', async () => {
    for (const model of ['Desk 12', 'Desk 12', 'Desk 16']) {
      const body = aFanBody({ maker: 'Zephyrus', model });
      expectSuccess('PUT /fans/{id}', await site.api('PUT', `/fans/${ulid()}`, { token: grace.token, body }));
    }
    const { fans } = await suggest('zephyrus d');
    expect(fans).toHaveLength(2);
    expect(fans).toContainEqual({
      maker: 'Zephyrus',
      model: 'Desk 12',
      model_path: 'zephyrus/desk-12',
      username: 'grace_h',
    });
  });

  it('may be cached by the CDN for everybody', async () => {
    const { headers } = await ask('hopp');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+/);
  });

  it('are empty without a word, and refused without a text', async () => {
    expect(await suggest('!!!')).toEqual({ channels: [], videos: [], fans: [], categories: [] });
    expect(expectError(await ask(' '), 'invalid_request')).toBe('Search is required.');
  });
});

it('a found video shows its channel’s display name', async () => {
  await seedVideos(site.table, grace, [{ title: 'Zephyrous evening', status: 'ready' }]);
  const { videos } = expectSuccess('GET /search', await site.api('GET', '/search?q=zephyrous'));
  expect(videos).toMatchObject([{ username: 'grace_h', display_name: 'Grace Hopper' }]);
});
