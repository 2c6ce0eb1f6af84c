import { describe, expect, it } from 'vitest';
import { SUGGESTED_CHANNELS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
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

  it('may be cached by the CDN for everybody', async () => {
    const { headers } = await ask('hopp');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+/);
  });

  it('are empty without a word, and refused without a text', async () => {
    expect(await suggest('!!!')).toEqual({ channels: [], categories: [] });
    expect(expectError(await ask(' '), 'invalid_request')).toBe('Search is required.');
  });
});

it('a found video shows its channel’s display name', async () => {
  await seedVideos(site.table, grace, [{ title: 'Zephyrous evening', status: 'ready' }]);
  const { videos } = expectSuccess('GET /search', await site.api('GET', '/search?q=zephyrous'));
  expect(videos).toMatchObject([{ username: 'grace_h', display_name: 'Grace Hopper' }]);
});
