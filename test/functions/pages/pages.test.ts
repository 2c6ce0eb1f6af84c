import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import { createApp } from '#functions/http/app.ts';
import { withFirstPlayer } from '#functions/pages/first-player.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { pagesApp } from '#functions/pages/pages.routes.ts';
import { documentName, LANGUAGES } from '#messages/languages.ts';
import { pages } from '#messages/server/pages.ts';
import { site as siteTexts } from '#messages/server/site.ts';
import { translator } from '#messages/translator.ts';
import type { PagesDeps } from '#functions/pages/pages.service.ts';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { Video } from '#shared/videos/videos.ts';
import { localApi, type ApiAnswer } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const DOCUMENT = '<!doctype html><title>Fanfare</title>';
const KEPT = 'public, max-age=0, s-maxage=60, stale-while-revalidate=0';

const site = await localApi({ storage: true });
const ada = await site.aUser({ username: 'Ada_1' });
const ben = await site.aUser();
beforeEach(() => deploy(DOCUMENT));

async function deploy(document: string, name = 'index.html'): Promise<void> {
  const { endpoint, webBucket: Bucket } = site.storage!;
  const { credentials } = site.pool;
  const s3 = new S3Client({ endpoint, credentials, region: LOCAL_REGION, forcePathStyle: true });
  await s3.send(new PutObjectCommand({ Bucket, Key: name, Body: document }));
  s3.destroy();
}

/** As the CDN asks for it. */
const open = (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
  site.api(method, '/pages/index.html', { headers: { [PAGE_HEADER]: path, ...headers } });

const seed = async (change: Partial<Video>): Promise<Video> =>
  (await seedVideos(site.table, ada, [change]))[0]!;

function expectPage(answer: ApiAnswer, status: 200 | 404): void {
  const html = String(answer.body);
  // With its preview.
  expect([answer.status, status === 404 ? html : html.slice(0, 22)]).toEqual([
    status,
    status === 404 ? DOCUMENT : DOCUMENT.slice(0, 22),
  ]);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
  expect(answer.headers.get('cache-control')).toBe(KEPT);
}

describe('the page of a channel', () => {
  it.each([
    '/channel/Ada_1',
    '/channel/Ada_1/',
    '/channel/ada_1',
    '/channel/%41da_1',
    '/channel/Ada_1/chat',
    '/channel/Ada_1/fans',
  ])('%s is the document', async (path) => expectPage(await open(path), 200));

  it.each([
    '/channel/nobody_here',
    '/channel/ad',
    '/channel/Ada-1',
    '/channel/Ada_1.html',
    '/channel/%2F',
    '/channel/nobody_here/chat',
    '/channel/nobody_here/fans',
  ])('%s of an unknown user is the document with status 404', async (path) =>
    expectPage(await open(path), 404),
  );
});

describe('an embedded player', () => {
  it('exists like its channel, and search engines may not index it', async () => {
    for (const path of ['/embed/Ada_1', '/embed/ada_1/']) {
      const answer = await open(path);
      expectPage(answer, 200);
      expect(answer.body).toContain('<meta name="robots" content="noindex"');
      expect(answer.body).not.toContain('og:title');
    }
    for (const path of ['/embed/nobody_here', '/embed/', '/embed/%zz', '/embed/Ada_1/chat'])
      expectPage(await open(path), 404);
  });

  it('exists for public and unlisted videos of any owner', async () => {
    for (const visibility of ['public', 'unlisted'] as const)
      expectPage(await open(`/embed/video/${(await seed({ status: 'ready', visibility })).id}`), 200);
    const hidden = [{ status: 'ready', visibility: 'private' }, { status: 'processing' }] as const;
    for (const change of hidden) expectPage(await open(`/embed/video/${(await seed(change)).id}`), 404);
    for (const id of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'none', ''])
      expectPage(await open(`/embed/video/${id}`), 404);
  });
});

describe('the player of a document', () => {
  const APP = '<script type="module" crossorigin src="/assets/en-1/index-1.js"></script>';
  const FILES =
    '<!--first-player /assets/first-player-1.js /assets/hls-1.js--><!--channel /assets/channel.page-1.js--><!--video /assets/video.page-1.js-->';
  const preload = (file: string) => `<link rel="modulepreload" crossorigin href="${file}" />`;
  const html = `<!doctype html><head><title>Fanfare</title>${APP}${FILES}</head><body><div id="root"></div></body>`;
  const dataOf = (body: unknown) =>
    JSON.parse(/id="page-data" data-page>(.*?)<\/script>/.exec(String(body))?.[1] ?? 'null');

  beforeEach(() => deploy(html));

  it('is in the page of a video, with the content, and starts before the application', async () => {
    const video = await seed({ status: 'ready', title: '</script><b>' });
    const { body } = await open(`/channel/Ada_1/video/${video.id}`);
    expect(dataOf(body)).toMatchObject({
      channel: { username: 'Ada_1' },
      video: { id: video.id, title: '</script><b>' },
    });
    expect(body).toContain(
      '<div id="first-player" data-page data-theater-page data-video data-application="/assets/en-1/index-1.js">',
    );
    expect(body).toContain(
      '<script type="module" crossorigin src="/assets/first-player-1.js"></script><div id="root">',
    );
    expect(body).toContain(preload('/assets/hls-1.js'));
    expect(body).not.toContain(APP);
  });

  it('is not in the page of a channel that is offline, whose content and code are at hand', async () => {
    const { body } = await open('/channel/Ada_1');
    expect(dataOf(body)).toMatchObject({ channel: { username: 'Ada_1', is_live: false } });
    expect(body).toContain(preload('/assets/channel.page-1.js'));
    expect(body).toContain(APP);
    expect(body).not.toContain('id="first-player"');
  });

  it.each([
    ['receiving', true],
    ['waiting', false],
  ])('is in the page of a channel that is live and %s: %s', async (ingest, isThere) => {
    const { body } = await open('/channel/Ada_1');
    const { channel } = dataOf(body);
    const live = { ...channel, is_live: true, ingest, video_url: 'https://fans.example/live.m3u8' };
    expect(withFirstPlayer(html, { channel: live }, false).includes('id="first-player"')).toBe(isThere);
  });

  it('is in the page of a wall, for the videos that its address names', async () => {
    const { body } = await open('/wall');
    expect(body).toContain(
      '<div id="first-player" data-page data-wall class="wall-grid" data-application="/assets/en-1/index-1.js"></div><script type="module" crossorigin src="/assets/first-player-1.js"></script><div id="root">',
    );
    expect(body).toContain(preload('/assets/hls-1.js'));
    expect(body).not.toContain(APP);
    await deploy(DOCUMENT);
    expectPage(await open('/wall'), 200);
  });

  it('is in no other page', async () => {
    const hidden = await seed({ status: 'ready', visibility: 'private' });
    for (const path of [
      `/channel/Ada_1/video/${hidden.id}`,
      '/channel/Ada_1/chat',
      '/embed/Ada_1',
      '/channel/none_such',
    ]) {
      const { body } = await open(path);
      expect(body).toContain(APP);
      expect(body).not.toMatch(/page-data|id="first-player"/);
    }
  });
});

describe.each(LANGUAGES)('a link to a screen of the site in $name', ({ tag }) => {
  const t = translator(siteTexts, tag);

  it.each([
    ['/browse', t('browse.title')],
    ['/about', t('about.title')],
    ['/fans', t('fans.fans')],
    ['/fans/vornado/model-660', t('fans.fans')],
    ['/transparency', t('transparency.title')],
    ['/wall', t('wall.title')],
  ])('has a preview of its own: %s', async (path, name) => {
    const ofTheSite = '<meta property="og:title" content="Fanfare" />';
    await deploy(`${DOCUMENT}${ofTheSite}`, documentName(tag));
    const { body, status } = await site.api('GET', `/pages/${documentName(tag)}`, {
      headers: { [PAGE_HEADER]: path },
    });
    expect(status).toBe(200);
    expect(body).toContain(`<title>${name} · Fanfare</title>`);
    expect(body).toContain(`<meta property="og:title" content="${name}" data-page />`);
    expect(body).toContain(`content="http://localhost:3000${path}" data-page />`);
    expect(body).toMatch(/<meta property="og:description" content="[^"]{20,200}" data-page/);
    expect(body).not.toContain(ofTheSite);
  });
});

describe('the page of a category', () => {
  it.each(['/category/Ceiling%20Fans', '/category/ceiling-fans', '/category/CEILING%20fans/'])(
    '%s is a standard category, with or without streams',
    async (path) => {
      const answer = await open(path);
      expectPage(answer, 200);
      expect(answer.body).toContain('href="http://localhost:3000/category/Ceiling%20Fans"');
    },
  );

  it('exists for a custom category while something uses it, under its proper name', async () => {
    expectPage(await open('/category/Fog%20%26%20Wind'), 404);
    const video = await seed({ status: 'ready', category: 'Fog & Wind' });
    const answer = await open('/category/fog%20%26%20wind');
    expectPage(answer, 200);
    expect(answer.body).toContain('<title>Fog &amp; Wind · Fanfare</title>');
    expect(answer.body).toContain('href="http://localhost:3000/category/Fog%20%26%20Wind"');
    await site.api('PATCH', `/videos/${video.id}`, { token: ada.token, body: { visibility: 'unlisted' } });
    expectPage(await open('/category/Fog%20%26%20Wind'), 404);
  });

  it.each(['/category/', '/category/%zz', '/category/%00', `/category/${'x'.repeat(51)}`, '/category/a/b'])(
    '%s is an impossible category and 404',
    async (path) => expectPage(await open(path), 404),
  );
});

describe.each(LANGUAGES)('the document in $name', ({ tag }) => {
  it('has its own texts, and the metadata of the page', async () => {
    await deploy(`<!doctype html><html lang="${tag}"><title>Fanfare</title>`, documentName(tag));
    const headers = { [PAGE_HEADER]: '/category/Ceiling%20Fans' };
    const { status, body } = await site.api('GET', `/pages/${documentName(tag)}`, { headers });
    const description = /<meta name="description" content="([^"]*)"/.exec(String(body))?.[1] ?? '';
    expect([status, body]).toEqual([200, expect.stringContaining(`<html lang="${tag}">`)]);
    const t = translator(pages, tag);
    const category = t('categoryNames.ceiling');
    expect(description).toBe(t('pages.category', { category }));
    expect(body).toContain(`<title>${category} · Fanfare</title>`);
    expect(body).toContain('href="http://localhost:3000/category/Ceiling%20Fans"');
  });
});

describe('the metadata of a page', () => {
  const titleOf = (answer: ApiAnswer) => /<title>([^<]*)<\/title>/.exec(String(answer.body))?.[1];

  it('describe the channel’s present state and address', async () => {
    const { token } = ada;
    await site.api('PATCH', '/streamers/status', { token, body: { title: 'A <desk> fan' } });
    const answer = await open('/channel/ada_1');
    expect(titleOf(answer)).toBe('A &lt;desk&gt; fan · Fanfare');
    expect(answer.body).toContain('<link rel="canonical" href="http://localhost:3000/channel/Ada_1"');
  });

  it('describe a public video', async () => {
    const video = await seed({ status: 'ready', title: 'Blades' });
    const answer = await open(`/channel/Ada_1/video/${video.id}`);
    expect(titleOf(answer)).toBe('Blades · Fanfare');
    expect(answer.body).toContain(`href="http://localhost:3000/channel/Ada_1/video/${video.id}"`);
  });

  it.each([
    { status: 'ready', visibility: 'unlisted' },
    { status: 'ready', visibility: 'private' },
    { status: 'processing' },
    { status: 'failed' },
  ] as const)('are absent for a video that is not public (%o)', async (change) => {
    const title = 'Nobody’s business';
    const video = await seed({ ...change, title });
    const { body } = await open(`/channel/Ada_1/video/${video.id}`);
    expect(body).not.toContain(title);
    expect(body).not.toMatch(/canonical|og:|ld\+json/);
  });

  it('keep search engines from unlisted videos and chat windows', async () => {
    const video = await seed({ status: 'ready', visibility: 'unlisted' });
    for (const path of [`/channel/Ada_1/video/${video.id}`, '/channel/Ada_1/chat'])
      expect((await open(path)).body).toContain('<meta name="robots" content="noindex"');
    expect((await open('/channel/Ada_1')).body).not.toContain('noindex');
  });

  it('are absent for a suspended user and the user’s videos', async () => {
    const cy = await site.aUser();
    const [video] = await seedVideos(site.table, cy, [{ status: 'ready' }]);
    const paths = [`/channel/${cy.username}`, `/channel/${cy.username}/video/${video!.id}`];
    for (const path of paths) expectPage(await open(path), 200);
    await updateItem(site.table, channelKey(cy.id), { is_hidden: true });
    for (const path of paths) expectPage(await open(path), 404);
  });
});

describe('the page of a video', () => {
  const pageOf = (username: string, { id }: Pick<Video, 'id'>) => `/channel/${username}/video/${id}`;

  it.each(['public', 'unlisted'] as const)('that is %s is the document', async (visibility) => {
    const video = await seed({ status: 'ready', visibility });
    expectPage(await open(pageOf('Ada_1', video)), 200);
    expectPage(await open(`${pageOf('ADA_1', video)}/`), 200);
  });

  it.each([
    ['is private', { status: 'ready', visibility: 'private' }],
    ['is not ready', { status: 'processing' }],
    ['has failed', { status: 'failed' }],
  ] as const)('that is %s is 404 for everybody, as a page request names no user', async (_, change) => {
    const video = await seed(change);
    expectPage(await open(pageOf('Ada_1', video)), 404);
    const asOwner = { authorization: `Bearer ${ada.token}` };
    expectPage(await open(pageOf('Ada_1', video), 'GET', asOwner), 404);
  });

  it('exists as soon as its visibility allows it, and not after deletion', async () => {
    const video = await seed({ status: 'ready', visibility: 'private' });
    const { token } = ada;
    await site.api('PATCH', `/videos/${video.id}`, { token, body: { visibility: 'unlisted' } });
    expectPage(await open(pageOf('Ada_1', video)), 200);
    expect((await site.api('DELETE', `/videos/${video.id}`, { token })).status).toBe(204);
    expectPage(await open(pageOf('Ada_1', video)), 404);
  });

  it('is 404 below another channel or none', async () => {
    const video = await seed({ status: 'ready' });
    expectPage(await open(pageOf(ben.username, video)), 404);
    expectPage(await open(pageOf('nobody_here', video)), 404);
    expectPage(await open(pageOf('Ada_1', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })), 404);
    expectPage(await open(pageOf('Ada_1', { id: video.id.toLowerCase() })), 404);
  });
});

describe('an impossible address', () => {
  it.each([
    '',
    '/',
    '/channel',
    '/channel/',
    '/channel/Ada_1/videos',
    '/channel/Ada_1/chats',
    '/channel/Ada_1/chat/more',
    '/channel/Ada_1/video/',
    '/channel/Ada_1/video/none',
    '/channel/%zz',
    '/channel/%ff%fe',
    '/channel/%00',
    '/channel/Ada_1/video/%zz',
    `/channel/${'a'.repeat(4000)}`,
    `/channel/Ada_1/video/${'0'.repeat(4000)}`,
    '/channel/a%27%20OR%201=1',
  ])('is 404 and never a server error (%#)', async (path) => expectPage(await open(path), 404));

  it('is 404 without the header too', async () => {
    expectPage(await site.api('GET', '/pages/index.html'), 404);
  });
});

describe('a page’s response', () => {
  it('has no body for HEAD', async () => {
    for (const [path, status] of [
      ['/channel/Ada_1', 200],
      ['/channel/nobody_here', 404],
    ] as const) {
      const answer = await open(path, 'HEAD');
      expect([answer.status, answer.body]).toEqual([status, undefined]);
      expect(answer.headers.get('cache-control')).toBe(KEPT);
    }
  });

  it('is the document that was deployed last', async () => {
    await deploy('<!doctype html><title>Newer</title><p>Newer</p>');
    expect((await open('/channel/Ada_1')).body).toMatch(/<p>Newer<\/p>$/);
    expect((await open('/channel/nobody_here')).body).toBe('<!doctype html><title>Newer</title><p>Newer</p>');
  });

  it('sets no cookie and logs neither address nor user', async () => {
    site.log.clear();
    const { headers } = await open('/channel/secret_name', 'GET', {
      authorization: `Bearer ${ada.token}`,
    });
    expect(headers.has('set-cookie')).toBe(false);
    expect(site.log.entries()).toMatchObject([{ level: 'info', status: 404 }]);
    expect(site.log.lines.join()).not.toMatch(new RegExp(`secret_name|${ada.id}|${ada.token}`));
  });
});

describe('during an outage', () => {
  const failing = async (): Promise<never> => {
    throw new Error('DynamoDB is away');
  };
  const ports = (change: Partial<PagesDeps>): PagesDeps => ({
    siteUrl: 'https://fanfare.example',
    findOpenClip: async () => null,
    findOpenPlaylist: async () => null,
    findChannelId: async () => ada.id,
    findVisibleChannel: async () => null,
    findCategory: async () => null,
    findOpenVideo: async () => null,
    readDocument: async () => DOCUMENT,
    report: () => {},
    ...change,
  });
  const ask = (given: PagesDeps, path: string) =>
    createApp(failing, [pagesApp(given)]).request('/api/pages/index.html', {
      headers: { [PAGE_HEADER]: path },
    });

  it.each(['/channel/ada_1', '/channel/ada_1/video/01ARZ3NDEKTSV4RRFFQ69G5FAV'])(
    'of the table, users get the page %s, no cache stores it, and the cause is logged',
    async (path) => {
      const report = vi.fn<PagesDeps['report']>();
      const answer = await ask(ports({ findChannelId: failing, findOpenVideo: failing, report }), path);
      expect([answer.status, await answer.text()]).toEqual([200, DOCUMENT]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(report.mock.calls).toEqual([
        ['pages.presence', expect.objectContaining({ message: 'DynamoDB is away' })],
      ]);
    },
  );

  it('of the bucket, the answer is 500, and the CDN asks the bucket itself', async () => {
    expect((await ask(ports({ readDocument: failing }), '/channel/ada_1')).status).toBe(500);
  });
});
