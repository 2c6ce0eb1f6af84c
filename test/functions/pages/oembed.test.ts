import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import { sizeWithin } from '#functions/pages/oembed.service.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const SITE = 'http://localhost:3000';
const HOSTILE = `"><script>alert('1')</script></iframe> ]]> &amp; \u0000`;

const site = await localApi({ storage: true });
const ada = await site.aUser({ username: 'Ada_1' });

const ask = (query: Readonly<Record<string, string>>) =>
  site.api('GET', `/pages/oembed?${new URLSearchParams(query)}`);
const seed = async (change: Partial<Video>): Promise<Video> =>
  (await seedVideos(site.table, ada, [{ status: 'ready', ...change }]))[0]!;
const urlOf = ({ id }: Video) => `${SITE}/channel/Ada_1/video/${id}`;

describe('oEmbed of a video', () => {
  it('describes the embedded player in the fields of oEmbed 1.0', async () => {
    const video = await seed({ title: 'Blades' });
    const { status, headers, body } = await ask({ url: urlOf(video) });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'public, max-age=0, s-maxage=60, stale-while-revalidate=0',
    ]);
    expect(body).toEqual({
      type: 'video',
      version: '1.0',
      title: 'Blades',
      author_name: 'Ada_1',
      author_url: `${SITE}/channel/Ada_1`,
      provider_name: 'Fanfare',
      provider_url: SITE,
      cache_age: 300,
      thumbnail_url: `${SITE}/media/videos/x/poster.0000001.jpg`,
      thumbnail_width: 1280,
      thumbnail_height: 720,
      html:
        `<iframe src="${SITE}/embed/video/${video.id}" title="Blades" width="640" height="360" loading="lazy" ` +
        'allow="autoplay; fullscreen; picture-in-picture" style="border: 0" allowfullscreen></iframe>',
      width: 640,
      height: 360,
    });
  });

  it.each([
    ['t=25', '?start=25'],
    ['t=1m15s&from=feed', '?start=1m15s'],
    ['t=0', '?start=0'],
    ['t=soon', ''],
    ['t=', ''],
    ['t="><script>', ''],
  ])('starts where the address with %s does', async (search, start) => {
    const video = await seed({});
    const { body } = await ask({ url: `${urlOf(video)}?${search}` });
    expect(body).toMatchObject({
      html: expect.stringContaining(`src="${SITE}/embed/video/${video.id}${start}"`),
    });
  });

  it('fits the requested size, and names no larger picture', async () => {
    const video = await seed({});
    const { body } = await ask({ url: urlOf(video), maxwidth: '400', maxheight: '400' });
    expect(body).toMatchObject({
      width: 400,
      height: 225,
      html: expect.stringContaining('width="400" height="225"'),
    });
    expect(body).not.toHaveProperty('thumbnail_url');
    expect(sizeWithin({ maxWidth: undefined, maxHeight: 360 })).toEqual({ width: 640, height: 360 });
    expect(sizeWithin({ maxWidth: 9000, maxHeight: undefined })).toEqual({ width: 1920, height: 1080 });
    for (const bound of ['0', '-1', '1e3', 'wide'])
      expectError(await ask({ url: urlOf(video), maxwidth: bound }), 'invalid_request');
  });

  it('escapes users’ texts, in JSON and XML', async () => {
    const video = await seed({ title: HOSTILE });
    const { html, title } = (await ask({ url: urlOf(video) })).body as { html: string; title: string };
    expect(title).toBe(HOSTILE);
    expect(html.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    const answer = await ask({ url: urlOf(video), format: 'xml' });
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const xml = String(answer.body);
    expect(XMLValidator.validate(xml)).toBe(true);
    const { oembed } = new XMLParser().parse(xml) as { readonly oembed: { readonly html: string } };
    expect(oembed).toMatchObject({ type: 'video', width: 640, height: 360 });
    expect(oembed.html).toContain(`src="${SITE}/embed/video/${video.id}"`);
  });

  it.each([{ visibility: 'private' }, { status: 'processing' }, { status: 'failed' }] as const)(
    'does not exist for %o',
    async (change) => {
      expectError(await ask({ url: urlOf(await seed(change)) }), 'not_found');
    },
  );

  it('of an unlisted video contains its address only', async () => {
    const answer = await ask({ url: urlOf(await seed({ title: 'Secret', visibility: 'unlisted' })) });
    expectError(answer, 'unauthenticated');
    expect(JSON.stringify(answer.body)).not.toMatch(/Secret|iframe/);
  });
});

describe('oEmbed of a channel', () => {
  it('is its player, with the channel’s display name', async () => {
    const { body } = await ask({ url: `${SITE}/channel/ada_1` });
    expect(body).toMatchObject({
      title: 'Ada_1',
      author_name: 'Ada_1',
      html: expect.stringContaining(`src="${SITE}/embed/Ada_1"`),
    });
    // An avatar is no picture of a video.
    expect(body).not.toHaveProperty('thumbnail_url');
  });

  it('does not exist for an unknown or suspended user or another page', async () => {
    const ben = await site.aUser();
    await updateItem(site.table, channelKey(ben.id), { is_hidden: true });
    for (const url of [
      `${SITE}/channel/nobody_here`,
      `${SITE}/channel/${ben.username}`,
      `${SITE}/channel/Ada_1/chat`,
      `${SITE}/embed/Ada_1`,
      `${SITE}/settings`,
      SITE,
    ])
      expectError(await ask({ url }), 'not_found');
  });

  it.each([
    'https://elsewhere.example/channel/Ada_1',
    'https://localhost:3000/channel/Ada_1',
    'http://localhost:3000.elsewhere.example/channel/Ada_1',
    'http://localhost:3000@elsewhere.example/channel/Ada_1',
    '/channel/Ada_1',
    'javascript:alert(1)',
  ])('does not exist at %s, which is no address of the site', async (url) => {
    expectError(await ask({ url }), 'not_found');
  });
});

describe('an invalid oEmbed request', () => {
  it('without an address is a bad request', async () => {
    expectError(await ask({}), 'invalid_request');
  });

  it.each(['yaml', '', 'JSON', 'constructor'])('for the format “%s” is a bad request', async (format) => {
    expectError(await ask({ url: `${SITE}/channel/Ada_1`, format }), 'invalid_request');
  });
});
