import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { securityHeaders } from '#infra/agreed/security-headers.ts';
import type { Listening } from '#infra/local/system/listen.ts';
import { webFiles } from '#infra/local/website/web-files.ts';
import { startWebsite, type LocalWebsiteOptions, type WebsiteOrigins } from '#infra/local/website/website.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { websiteOrigins } from '#test/support/stand-ins/edge.ts';

const PAGE = '<!doctype html><title>Fanfare</title>';
const SCRIPT = 'export const fan = 1;'.repeat(200);
/** Compressed by the build, which its content states. */
const BUILT = gzipSync(`${SCRIPT}// by the build`);

/** Hosts that pages may connect to, besides the site itself. */
const SOURCES = { connect: ['http://127.0.0.1:3001'], media: [], image: [] };

let site: Listening;
const asked: string[] = [];
const MISSING = '/channel/nobody_here';
const KEPT = 'public, max-age=0, s-maxage=60';

beforeAll(async () => {
  const root = newFolder();
  const dist = join(root, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js'), SCRIPT);
  writeFileSync(join(dist, 'assets', 'built-1a2b3c.js'), SCRIPT);
  writeFileSync(join(dist, 'assets', 'built-1a2b3c.js.gz'), BUILT);
  const api = async (received: Request, headers: Headers, { pathname, search }: URL): Promise<Response> => {
    if (pathname.endsWith('.m3u8'))
      return new Response(SCRIPT, {
        headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'public, s-maxage=1' },
      });
    const page = headers.get(PAGE_HEADER);
    asked.push(`${received.method} ${pathname}${search}${page === null ? '' : ` ${page}`}`);
    if (page === null)
      return Response.json({ code: 'not_found' }, { status: 404, headers: { 'cache-control': 'no-store' } });
    if (!page.startsWith(MISSING)) return new Response(null, { status: 503 });
    const pageHeaders = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': KEPT };
    return new Response(received.method === 'HEAD' ? null : PAGE, { status: 404, headers: pageHeaders });
  };
  const media = new Hono()
    .get('/media/:name', (c) => c.text(`picture ${c.req.param('name')}`))
    .get('/ivs/:recording/media/:name', (c) => c.text(`recorded ${c.req.param('name')}`));
  const liveMedia = new Hono().get('/:channel/index.m3u8', (c) =>
    c.text(`playlist of ${c.req.param('channel')}`),
  );
  const deniedKeys = { exists: (key: string) => key === 'removed' };
  const origins = websiteOrigins({ api, web: webFiles(dist), media, deniedKeys, sources: SOURCES });
  site = await startWebsite({ host: 'localhost', port: 0, liveMedia, origins: Promise.resolve(origins) });
});
afterAll(() => site.close());

const get = (path: string, init?: RequestInit) => fetch(site.endpoint + path, init);

describe('a page’s path', () => {
  it.each(['/', '/index.html', '/login', '/channel/ada_1', '/search?q=box.fan', '/go-live-advanced'])(
    '%s is the document, revalidated each time',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([200, PAGE]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/no/such/page', '/loginn', '/channel', '/api', '/channel/ada_1/videos', '/apiary'])(
    '%s, which is not a screen, is the document with status 404',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([404, PAGE]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each([MISSING, `${MISSING}/video/01ARZ3NDEKTSV4RRFFQ69G5FAV/`])(
    '%s of the table is answered as by its origin',
    async (path) => {
      asked.length = 0;
      const response = await get(`${path}?t=10`);
      expect(asked).toEqual([`GET /api/pages/index.html ${path}`]);
      expect([response.status, await response.text()]).toEqual([404, PAGE]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe(KEPT);
      const head = await get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([404, '']);
      expect(head.headers.get('cache-control')).toBe(KEPT);
    },
  );

  it('of the table is the document when that origin fails', async () => {
    asked.length = 0;
    expect((await get('/channel/ada_1')).status).toBe(200);
    expect((await get('/channel/ada_1/videos')).status).toBe(404);
    expect(asked).toEqual([
      'GET /api/pages/index.html /channel/ada_1',
      'GET /api/pages/index.html /channel/ada_1/videos',
    ]);
  });

  it.each(['/', MISSING, '/channel/ada_1', '/assets/app-1a2b3c.js', '/favicon.svg', '/missing.png'])(
    '%s has the security headers',
    async (path) => {
      const { headers } = await get(path);
      for (const [name, value] of Object.entries(securityHeaders(SOURCES)))
        expect(headers.get(name)).toBe(value);
      expect(headers.get('content-security-policy')).toContain("connect-src 'self' http://127.0.0.1:3001;");
    },
  );
});

describe('the embedded player', () => {
  it.each(['/embed/ada_1', '/embed/video/01ARZ3NDEKTSV4RRFFQ69G5FAV?start=10'])(
    '%s may be framed by any site, and comes from the table',
    async (path) => {
      asked.length = 0;
      const { headers } = await get(path);
      expect(asked).toEqual([`GET /api/pages/index.html ${path.split('?')[0]}`]);
      for (const [name, value] of Object.entries(securityHeaders(SOURCES, 'framed')))
        expect(headers.get(name)).toBe(value);
    },
  );

  it('has only one spelling', async () => {
    for (const path of ['/%65mbed/ada_1', '/embed', '/embed%2fada_1', '/x/embed/ada_1', '/api/embed/x'])
      expect((await get(path)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('oEmbed', () => {
  it('is answered by the API with its parameters', async () => {
    asked.length = 0;
    await get('/oembed?url=http%3A%2F%2Flocalhost%2Fchannel%2Fada_1&format=xml');
    expect(asked).toEqual(['GET /api/pages/oembed?url=http%3A%2F%2Flocalhost%2Fchannel%2Fada_1&format=xml']);
  });
});

describe('the web’s files', () => {
  it('below assets are cached forever', async () => {
    const response = await get('/assets/app-1a2b3c.js');
    expect([response.status, await response.text()]).toEqual([200, SCRIPT]);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('elsewhere are revalidated', async () => {
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('that are missing are 404 and uncached', async () => {
    for (const path of ['/assets/gone-1a2b3c.js', '/assets/gone.css', '/missing.png', '/.env']) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('<title>');
      expect(response.headers.get('cache-control') ?? '').not.toContain('immutable');
    }
  });

  it('are compressed for clients that accept it', async () => {
    const raw = await rawGet('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(raw.encoding).toBe('gzip');
    expect(raw.bytes).toBeLessThan(SCRIPT.length / 2);
  });

  it('are served as compressed by the build', async () => {
    const response = await get('/assets/built-1a2b3c.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(await response.text()).toContain('// by the build');
    const { headers } = response;
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await rawGet('/assets/built-1a2b3c.js')).toMatchObject({ encoding: undefined, text: SCRIPT });
  });

  it('and playlists are compressed', async () => {
    const raw = await rawGet('/api/browser-stream/1/live/main.m3u8', { 'accept-encoding': 'gzip' });
    expect(raw.encoding).toBe('gzip');
    expect(raw.bytes).toBeLessThan(SCRIPT.length / 2);
    expect((await rawGet('/api/browser-stream/1/live/main.m3u8', {})).encoding).toBeUndefined();
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
  ])('outside of the folder cannot be read: %s', async (path) => {
    const { text } = await rawGet(path);
    expect(text).not.toContain('secret');
  });

  it('cannot be changed', async () => {
    expect((await get('/favicon.svg', { method: 'DELETE' })).status).toBe(403);
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(403);
  });
});

describe('a request that CloudFront refuses', () => {
  it.each([
    ['too long an address', `/${'a'.repeat(8192)}`, {}, 413],
    ['too many headers', '/', { headers: { 'x-long': 'a'.repeat(20_480) } }, 413],
    ['a method that is not let through', '/oembed', { method: 'DELETE' }, 403],
  ])('is answered with the headers of every answer: %s', async (_, path, init, status) => {
    const response = await get(path, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-cache')).toBe('Error from cloudfront');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the API and media paths', () => {
  it.each(['/api/streamers', '/api/no/such/page', '/api/assets/app.js'])(
    '%s belongs to the API, with errors',
    async (path) => {
      asked.length = 0;
      const response = await get(`${path}?a=1&limit=2`, { method: 'POST', body: '{}' });
      expect(asked).toEqual([`POST ${path}?limit=2`]);
      expect([response.status, await response.json()]).toEqual([404, { code: 'not_found' }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.has('content-security-policy')).toBe(true);
    },
  );

  it('do not include similar pages', async () => {
    asked.length = 0;
    expect(await (await get('/apiary')).text()).toBe(PAGE);
    expect(asked).toEqual([]);
  });

  it('serve playlists unchanged', async () => {
    expect(await (await get('/media/live/ada/index.m3u8')).text()).toBe('playlist of ada');
  });

  it('wait for services that are starting', async () => {
    const { promise: origins, resolve } = Promise.withResolvers<WebsiteOrigins>();
    const starting = await startWebsite({ ...nothing(), origins });
    const answer = fetch(`${starting.endpoint}/api/streamers`);
    resolve(await nothing().origins);
    expect((await answer).status).toBe(200);
    await starting.close();
  });

  it('serve stored media unchanged', async () => {
    expect(await (await get('/media/ada.webp')).text()).toBe('picture ada.webp');
    expect(await (await get('/ivs/r1/media/master.m3u8')).text()).toBe('recorded master.m3u8');
    expect((await get('/ivs/r1/events/recording-ended.json')).status).toBe(404);
  });

  it('do not serve denied media, with the headers of every answer', async () => {
    const response = await get('/media/videos/removed/1/master.m3u8');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

/** A website with an empty folder. */
const nothing = (): LocalWebsiteOptions => ({
  host: 'localhost',
  port: 0,
  liveMedia: new Hono(),
  origins: Promise.resolve(websiteOrigins({ web: webFiles(newFolder()), sources: SOURCES })),
});

describe('before the web is built', () => {
  it('a page fails and the API works', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const empty = await startWebsite(nothing());
    expect((await fetch(`${empty.endpoint}/`)).status).toBe(500);
    expect(String(printed.mock.calls)).toContain('The web app is not built. Run `npm run build` first.');
    expect((await fetch(`${empty.endpoint}/api/streamers`)).status).toBe(200);
    await empty.close();
    printed.mockRestore();
  });
});

describe('a taken port', () => {
  it('is named with its setting', async () => {
    const all = await startWebsite(nothing());
    const second = startWebsite({ ...nothing(), port: all.port });
    await expect(second).rejects.toThrow('set PORT to another port');
    await all.close();
  });
});

interface Raw {
  readonly encoding: string | undefined;
  readonly bytes: number;
  readonly text: string;
}

/** Returns the raw response: `fetch` normalises paths and decompresses bodies. */
function rawGet(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: site.port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          encoding: response.headers['content-encoding'],
          bytes: body.length,
          text: body.toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
