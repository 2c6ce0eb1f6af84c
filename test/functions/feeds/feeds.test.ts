import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey, usernameKey } from '#functions/channels/channel.item.ts';
import { newestOrder } from '#functions/channels/table/channel-orders.repository.ts';
import { sitemapRepository } from '#functions/feeds/sitemap.repository.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const SITE = 'http://localhost:3000';
const DAY = '2026-11-20';
const HOSTILE = `</title><script>alert('1')</script> ]]> &amp; "\u0000\u000b\uffff`;

const site = await localApi();
const ada = await site.aUser({ username: 'Ada_1' });

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['item', 'url', 'sitemap'].includes(name),
});

type Entries = readonly { readonly loc: string }[];

interface Documents {
  readonly rss: { readonly channel: { readonly item?: readonly { readonly title: unknown }[] } };
  readonly sitemapindex: { readonly sitemap: Entries };
  readonly urlset: { readonly url?: Entries };
}

/** What a program makes of a document that is well-formed. */
function parsed(xml: string): Documents {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml) as Documents;
}

const seed = (change: object, owner = ada) => seedVideos(site.table, owner, [{ status: 'ready', ...change }]);

describe('the feed of a channel', () => {
  const feed = async (username: string) =>
    parsed(
      expectSuccess('GET /feeds/channels/{username}', await site.api('GET', `/feeds/channels/${username}`)),
    ).rss.channel;

  it('contains its public videos only, newest first, each with its address', async () => {
    const owner = await site.aUser();
    const [old] = await seed({ title: 'Old', created_at: '2026-11-01T10:00:00.000Z' }, owner);
    const [young] = await seed({ title: 'Young', created_at: '2026-11-02T10:00:00.000Z' }, owner);
    for (const change of [{ visibility: 'unlisted' }, { visibility: 'private' }, { status: 'processing' }])
      await seed({ title: 'Nobody’s business', ...change }, owner);
    const { item, ...channel } = await feed(owner.username.toUpperCase());
    const url = `${SITE}/channel/${owner.username}`;
    expect(channel).toMatchObject({ link: url, 'atom:link': { '@_href': `${url}/feed.xml` } });
    expect(item).toMatchObject([
      {
        title: 'Young',
        link: `${url}/video/${young!.id}`,
        guid: `${url}/video/${young!.id}`,
        pubDate: 'Mon, 02 Nov 2026 10:00:00 GMT',
        'media:thumbnail': { '@_url': `${SITE}/media/videos/x/poster.0000001.jpg` },
      },
      { title: 'Old', link: `${url}/video/${old!.id}` },
    ]);
  });

  it('is well-formed, whatever users have written', async () => {
    const owner = await site.aUser();
    await seed({ title: HOSTILE, description: HOSTILE }, owner);
    const { item } = await feed(owner.username);
    expect(item).toHaveLength(1);
    expect(item?.[0]?.title).not.toHaveProperty('script');
  });

  it('has descriptions as HTML, which reads as it was written', async () => {
    const owner = await site.aUser();
    await seed({ description: 'Tips <b>\n& "tricks"\r\n\r\n&lt;' }, owner);
    const { item } = await feed(owner.username);
    expect(item?.[0]).toMatchObject({
      description: 'Tips &lt;b&gt;<br>&amp; &quot;tricks&quot;<br><br>&amp;lt;',
    });
  });

  it('answers a reader that knows it without its text, until it changes', async () => {
    const reader = await site.aUser();
    const path = `/feeds/channels/${reader.username}`;
    const ask = (tag: string) => site.api('GET', path, { headers: { 'if-none-match': tag } });
    const tag = (await site.api('GET', path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    expect([(await ask(tag)).status, (await ask(`W/${tag}, "x"`)).status]).toEqual([304, 304]);
    expect((await ask(tag)).body).toBeUndefined();
    await seedVideos(site.table, reader, [{ status: 'ready' }]);
    const changed = await ask(tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('exists without a video, but not for an unknown or suspended user', async () => {
    const owner = await site.aUser();
    expect(await feed(owner.username)).not.toHaveProperty('item');
    expectError(await site.api('GET', '/feeds/channels/nobody_here'), 'not_found');
    await updateItem(site.table, usernameKey(owner.username), { is_hidden: true });
    expectError(await site.api('GET', `/feeds/channels/${owner.username}`), 'not_found');
  });
});

describe('the sitemaps', () => {
  const locations = (entries: Entries = []) => entries.map(({ loc }) => loc);
  const part = async (name: string) =>
    locations(
      parsed(expectSuccess('GET /feeds/sitemap/{part}', await site.api('GET', `/feeds/sitemap/${name}`)))
        .urlset.url,
    );

  it('list the site’s own pages and a sitemap for each day', async () => {
    await seed({ created_at: `${DAY}T10:00:00.000Z` });
    const answer = await site.api('GET', '/feeds/sitemap');
    const named = locations(parsed(expectSuccess('GET /feeds/sitemap', answer)).sitemapindex.sitemap);
    const today = new Date().toISOString().slice(0, 10);
    expect(named[0]).toBe(`${SITE}/sitemap/site.xml`);
    expect(named).toContain(`${SITE}/sitemap/${DAY}.xml`);
    expect(named.at(-1)).toBe(`${SITE}/sitemap/${today}.xml`);
    expect(new Set(named).size).toBe(named.length);
  });

  it('list the public videos of their day only', async () => {
    const [first] = await seed({ created_at: '2026-10-05T00:00:00.000Z' });
    const [last] = await seed({ created_at: '2026-10-05T23:59:59.999Z' });
    await seed({ created_at: '2026-10-04T23:59:59.999Z' });
    await seed({ created_at: '2026-10-06T00:00:00.000Z' });
    await seed({ created_at: '2026-10-05T12:00:00.000Z', visibility: 'unlisted' });
    const urlOf = (id: string) => `${SITE}/channel/Ada_1/video/${id}`;
    expect(await part('2026-10-05')).toEqual([urlOf(first!.id), urlOf(last!.id)]);
  });

  it('list a day of more than one page whole', async () => {
    const seeded = [];
    for (const hour of ['01', '02', '03'])
      seeded.push(...(await seed({ created_at: `2026-10-09T${hour}:00:00.000Z` })));
    let pages = 0;
    const send = (command: QueryCommand) => {
      pages++;
      command.input.Limit = 1;
      return site.table.client.send(command);
    };
    const table = { ...site.table, client: { send } as unknown as DynamoDBDocumentClient };
    const fromMs = Date.parse('2026-10-09');
    const found = await sitemapRepository(table).listVideos({ fromMs, untilMs: fromMs + DAY_MS });
    expect(found.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id));
    expect(pages).toBeGreaterThan(2);
  });

  it('list channels that signed up that day and have been live', async () => {
    const [live, off, never] = [await site.aUser(), await site.aUser(), await site.aUser()];
    const noonMs = Date.parse('2026-09-01T12:00:00.000Z');
    const { index, partition } = newestOrder;
    const place = (isLive: boolean, hasStreamed: 0 | 1) => ({
      [`${index}pk`]: partition(isLive),
      [`${index}sk`]: `${hasStreamed}#${ulid(noonMs)}`,
    });
    await updateItem(site.table, channelKey(live.id), place(true, 1));
    await updateItem(site.table, channelKey(off.id), place(false, 1));
    await updateItem(site.table, channelKey(never.id), place(false, 0));
    const urls = [live, off].map(({ username }) => `${SITE}/channel/${username}`);
    expect(await part('2026-09-01')).toEqual(urls);
    expect(await part('2026-08-31')).toEqual([]);
  });

  it('do not exist for impossible dates', async () => {
    expect(await part('site')).toContain(`${SITE}/category/Ceiling%20Fans`);
    expectError(await site.api('GET', '/feeds/sitemap/2026-13-45'), 'not_found');
    expectError(await site.api('GET', '/feeds/sitemap/everything'), 'invalid_request');
  });
});

describe('robots.txt', () => {
  it('names the sitemaps and the paths that robots must not read', async () => {
    const text = String(expectSuccess('GET /feeds/robots', await site.api('GET', '/feeds/robots')));
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
    expect(text).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
  });
});
