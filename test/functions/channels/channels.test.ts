import { describe, expect, it } from 'vitest';
import { sealedCursors } from '#functions/aws/table/cursor.ts';
import type { ChannelItem } from '#functions/channels/channel.item.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const LIVE = 23;
const OFFLINE = 40;

const site = await localApi();
const live = await seedChannels(site.table, LIVE, (index) => ({
  is_live: true,
  ingest: 'receiving',
  // Several have as many as another: their order must not change from page to page.
  viewers: Math.floor(index / 3) * 7,
  followers: 9_000_000,
  title: `Fan ${index}`,
  tags: ['quiet', 'brass'],
}));
const offline = await seedChannels(site.table, OFFLINE, (index) => ({
  followers: (index * 37) % 1000,
}));

const list = (query = '') => site.api('GET', `/streamers${query}`);
const channels = (answer: ApiAnswer): readonly Channel[] => expectSuccess('GET /streamers', answer);

/** Every page from `query` on, following `Link` as RFC 8288 says. */
async function walk(query: string): Promise<{ pages: (readonly Channel[])[]; totals: Set<string | null> }> {
  const pages: (readonly Channel[])[] = [];
  const totals = new Set<string | null>();
  for (let path: string | undefined = `/streamers${query}`; path && pages.length < 100;) {
    const answer = await site.api('GET', path);
    pages.push(channels(answer));
    totals.add(answer.headers.get('x-total-count'));
    path = /^<\/api(\/[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return { pages, totals };
}

const byViewers = (a: ChannelItem, b: ChannelItem) => b.viewers - a.viewers || (a.id < b.id ? 1 : -1);
const byFollowers = (a: ChannelItem, b: ChannelItem) => b.followers - a.followers || (a.id < b.id ? 1 : -1);
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('the list of channels', () => {
  it.each([1, 7, 23, 24, 63, 100])(
    'paged by %i contains every channel once, live ones first',
    async (limit) => {
      const { pages, totals } = await walk(`?limit=${limit}`);
      const expected = [...live.toSorted(byViewers), ...offline.toSorted(byFollowers)];
      expect(ids(pages.flat())).toEqual(ids(expected));
      expect(pages.every((page) => page.length <= limit)).toBe(true);
      expect(totals).toEqual(new Set([String(LIVE + OFFLINE)]));
    },
  );

  // spec: 7.4
  it.each([
    ['true', LIVE, () => live.toSorted(byViewers)],
    ['false', OFFLINE, () => offline.toSorted(byFollowers)],
  ])('with live=%s contains those %i only', async (value, count, expected) => {
    const { pages, totals } = await walk(`?live=${value}&limit=9`);
    expect(ids(pages.flat())).toEqual(ids(expected()));
    expect(totals).toEqual(new Set([String(count)]));
  });

  it('returns 48 by default, and links to the next page', async () => {
    const answer = await list();
    expect(channels(answer)).toHaveLength(48);
    expect(answer.headers.get('link')).toContain('rel="next"');
  });

  it('links to no next page on the last one', async () => {
    const answer = await list('?limit=100');
    expect(channels(answer)).toHaveLength(LIVE + OFFLINE);
    expect(answer.headers.get('link')).toBeNull();
  });

  it('keeps the other parameters in the link to the next page', async () => {
    const link = (await list('?live=true&limit=2')).headers.get('link');
    expect(link).toMatch(/^<\/api\/streamers\?live=true&limit=2&cursor=[\w-]+>; rel="next"$/);
  });

  it.each([
    ['limit=0', 'limit must be at least 1.'],
    ['limit=101', 'limit must be at most 100.'],
    ['limit=1.5', 'limit must be a whole number.'],
    ['limit=many', 'limit must be a number.'],
    ['limit=', 'limit must be at least 1.'],
    ['live=yes', 'live must be one of: true, false.'],
    ['live=', 'live must be one of: true, false.'],
    ['cursor=', 'cursor is not valid.'],
    ['cursor=garbage', 'cursor is not valid.'],
    ['cursor=%F0%9F%98%80', 'cursor is not valid.'],
    [`cursor=${'A'.repeat(501)}`, 'cursor must have at most 500 characters.'],
  ])('refuses %s with words', async (query, words) => {
    expect(expectError(await list(`?${query}`), 'invalid_request')).toBe(words);
  });

  it('refuses the cursor of another list', async () => {
    const { pages } = await walk('?live=false&limit=9');
    expect(pages.length).toBeGreaterThan(1);
    const link = (await list('?live=false&limit=9')).headers.get('link') ?? '';
    const cursor = /cursor=([\w-]+)/.exec(link)?.[1];
    expect(expectError(await list(`?live=true&cursor=${cursor}`), 'invalid_request')).toBe(
      'cursor is not valid.',
    );
  });

  it('continues behind a cursor whose channel was removed or moved', async () => {
    const gone = sealedCursors(process.env['PASS_KEYS']!).encode(`1#${'0'.repeat(9)}8#${'0'.repeat(26)}`);
    const rest = channels(await list(`?live=true&limit=100&cursor=${gone}`));
    expect(ids(rest)).toEqual(ids(live.filter(({ viewers }) => viewers < 8).toSorted(byViewers)));
  });

  it('refuses a cursor that somebody has made, by which they could find a number of viewers', async () => {
    const made = Buffer.from(`1#${'0'.repeat(9)}8#${'0'.repeat(26)}`).toString('base64url');
    expectError(await list(`?live=true&cursor=${made}`), 'invalid_request');
  });

  it('is the same for everybody, whatever token is sent', async () => {
    const { body } = await list();
    expect((await site.api('GET', '/streamers', { token: 'garbage' })).body).toEqual(body);
  });
});

describe('one channel', () => {
  // spec: 3.2, 7.5
  it('is found by its username in any case', async () => {
    const [channel] = live;
    for (const username of [channel!.username, channel!.username.toUpperCase()]) {
      const found = await site.api('GET', `/streamers/${username}`);
      expect(expectSuccess('GET /streamers/{username}', found)).toEqual(channel);
    }
  });

  // spec: 7.5
  it.each(['nobody_here', 'two%20words', '%F0%9F%98%80', '%E0%A4%A', 'x'.repeat(100), '__proto__'])(
    'that does not exist is not found: %s',
    async (username) => {
      const words = expectError(await site.api('GET', `/streamers/${username}`), 'not_found');
      expect(words).toBe('Channel not found');
    },
  );

  it('is not found where HTTP APIs decode the name to another path', async () => {
    expectError(await site.api('GET', '/streamers/..%2F..%2Fetc'), 'not_found');
  });

  it.each(['%20', 'x'.repeat(101)])('cannot be named %j', async (username) => {
    expectError(await site.api('GET', `/streamers/${username}`), 'invalid_request');
  });
});
