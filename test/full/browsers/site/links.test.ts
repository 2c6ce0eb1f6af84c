/** What programs that only read a page's document get: messengers, search engines, other sites. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import { withHead } from '#functions/pages/document-head.ts';
import { videoHead } from '#functions/pages/page-head.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'; alert(1) //`,
  '</title><h1>Owned</h1>',
  '<!--<script>',
  "$& $' $` $<name>",
  '&lt;b&gt; &amp;quot;',
];

const world = useWorld();
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  await world.person('GaleForce');
  ({ page, complaints } = await world.visitor());
  await page.goto('/favicon.svg');
});

const crawled = async (path: string) => {
  const answer = await fetch(world.site.url + path, { headers: { 'user-agent': 'facebookexternalhit/1.1' } });
  return { status: answer.status, ...(await read(await answer.text())) };
};

/** Parses a document like a browser, without running scripts. */
const read = (html: string) =>
  page.evaluate((html) => {
    const { head, title, scripts } = new DOMParser().parseFromString(html, 'text/html');
    const attribute = (name: string) => (selector: string) =>
      [...head.querySelectorAll(selector)].map((element) => element.getAttribute(name));
    const metas = [...head.querySelectorAll('meta[content]')].map((meta) => [
      meta.getAttribute('property') ?? meta.getAttribute('name') ?? '',
      meta.getAttribute('content') ?? '',
    ]);
    return {
      title,
      canonical: attribute('href')('link[rel=canonical]'),
      oembeds: attribute('href')('link[rel=alternate][type$="+oembed"]') as string[],
      feeds: attribute('href')('link[rel=alternate][type="application/rss+xml"]') as string[],
      metas: Object.fromEntries(metas) as Record<string, string>,
      linkedData: [...head.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
      ),
      scripts: scripts.length,
      elements: head.ownerDocument.querySelectorAll('*').length,
    };
  }, html);

describe('the preview of a channel’s link', () => {
  it.each(HOSTILE)('has the streamer’s text as its title: %s', async (title) => {
    // Each on a separate page, because the edge caches one for a minute.
    const username = `Streamer_${HOSTILE.indexOf(title)}`;
    const streamer = await world.person(username);
    await streamer.call('PATCH', '/streamers/status', { title });
    await streamer.call('PUT', '/streamers/profile', { description: `${title}\n\u2028${title}` });
    const reported = await crawled(`/channel/${username.toLowerCase()}`);
    const url = `${world.site.url}/channel/${username}`;
    expect(reported).toMatchObject({
      status: 200,
      title: `${title} · Fanfare`,
      canonical: [url],
      metas: {
        'og:title': username,
        'og:description': `${title} ${title}`,
        'og:url': url,
        'og:image': `${world.site.url}/icon-512.png`,
        'twitter:card': 'summary',
        description: `${title} ${title}`,
      },
      linkedData: [{ '@type': 'ProfilePage', mainEntity: { description: `${title} ${title}` } }],
    });
  });

  it('has a picture that exists', async () => {
    const { metas } = await crawled('/channel/GaleForce');
    const { status, headers } = await fetch(metas['og:image']!);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('is empty for an unknown channel', async () => {
    const reported = await crawled('/channel/nobody_here');
    expect(reported).toMatchObject({ status: 404, title: 'Fanfare', canonical: [], linkedData: [] });
  });

  it('violates no policy and is removed on other pages', async () => {
    const { page, complaints } = await world.visitor();
    await page.goto('/channel/GaleForce');
    const ofPage = page.locator('head [data-page]');
    expect(await ofPage.count()).toBeGreaterThan(5);
    await page.getByRole('link', { name: 'Browse', exact: true }).filter({ visible: true }).click();
    await expect.poll(() => ofPage.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('the preview of a category’s link', () => {
  it('has the category’s name, and is empty for an unused one', async () => {
    const url = `${world.site.url}/category/Ceiling%20Fans`;
    for (const path of ['/category/ceiling-fans', '/category/Ceiling%20Fans'])
      expect(await crawled(path)).toMatchObject({
        status: 200,
        title: 'Ceiling Fans · Fanfare',
        canonical: [url],
        metas: { 'og:title': 'Ceiling Fans on Fanfare', 'og:url': url },
        linkedData: [{ '@type': 'CollectionPage', url }],
      });
    const reported = await crawled('/category/Fog%20machines');
    expect(reported).toMatchObject({ status: 404, title: 'Fanfare', canonical: [], linkedData: [] });
  });
});

describe('documents for other programs', () => {
  const get = (path: string) => fetch(world.site.url + path);

  it('include a channel’s feed, which its page links', async () => {
    const { feeds } = await crawled('/channel/GaleForce');
    expect(feeds).toEqual([`${world.site.url}/channel/GaleForce/feed.xml`]);
    const answer = await fetch(feeds[0]!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    expect((await get('/channel/nobody_here/feed.xml')).status).toBe(404);
  });

  it('include its oEmbed, which its page links', async () => {
    const { oembeds } = await crawled('/channel/GaleForce');
    const [json, xml] = await Promise.all(oembeds.map((url) => fetch(url)));
    expect([oembeds.length, json!.status, xml!.status]).toEqual([2, 200, 200]);
    expect(await json!.json()).toMatchObject({
      type: 'video',
      author_name: 'GaleForce',
      html: expect.stringContaining(`src="${world.site.url}/embed/GaleForce"`),
    });
    expect(xml!.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await xml!.text()).toContain('<version>1.0</version>');
    const statusOf = async (search: string) => (await get(`/oembed?${search}`)).status;
    const page = encodeURIComponent(`${world.site.url}/channel/`);
    expect(await statusOf(`url=${page}nobody_here`)).toBe(404);
    expect(await statusOf(`url=${page}GaleForce&format=yaml`)).toBe(400);
  });

  it('include sitemaps with existing pages', async () => {
    const sitemap = /^Sitemap: (.*)$/m.exec(await (await get('/robots.txt')).text())?.[1];
    const urlsIn = async (url: string): Promise<string[]> =>
      [...(await (await fetch(url)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => found);
    const [ofSite, ...days] = await urlsIn(sitemap!);
    const screens = await urlsIn(ofSite!);
    expect(screens.length).toBeGreaterThan(10);
    for (const url of screens) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    for (const url of days) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    expect((await get('/sitemap/everything.xml')).status).toBe(400);
  });
});

describe('users’ texts', () => {
  it('break no element of the document in a real browser', async () => {
    const html = await (await fetch(world.site.url)).text();
    const channel = toChannel(newChannel('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Ada_1'));
    const reported = (title: string, description = title) => {
      const video = aVideo(channel, { status: 'ready', ...OUTPUTS, title, description, tags: [title] });
      return read(
        withHead(
          html,
          videoHead(video, { ...channel, display_name: title }, { siteUrl: world.site.url, language: 'en' }),
        ),
      );
    };
    const usual = await reported('A fan');
    expect(usual.linkedData).toHaveLength(1);
    for (const words of [...HOSTILE, HOSTILE.join(''), '\u2028\u2029']) {
      const { title, metas, linkedData, scripts, elements } = await reported(words, 'A fan');
      expect([scripts, elements]).toEqual([usual.scripts, usual.elements]);
      expect(linkedData).toMatchObject([{ name: words, keywords: [words], author: { name: words } }]);
      expect(metas['og:title']).toBe(words);
      expect(title).toBe(`${words} · Fanfare`);
    }
    expect(complaints).toEqual([]);
  });
});
