import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anEdge, json, PUBLIC } from '#test/support/stand-ins/edge.ts';

const LIST = { list: 'fan '.repeat(1000) };
const accepting = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

describe('a compressible response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['deflate', null],
    ['gzip;q=0', null],
    ['brotli', null],
  ])('for “%s” is encoded as %s', async (accepted, encoding) => {
    const { get } = anEdge(() => json(LIST, PUBLIC(60)));
    const response = await get('/api/streamers', accepting(accepted));
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? Buffer.from;
    expect(JSON.parse(String(unpack(bytes)))).toEqual(LIST);
  });

  it('is cached once per encoding', async () => {
    const { get, requested } = anEdge(() => json(LIST, PUBLIC(60)));
    for (const accepted of ['gzip', 'GZIP , deflate', 'br, gzip', 'gzip,br', '', 'identity'])
      await get('/api/streamers', accepting(accepted));
    expect(requested).toHaveLength(3);
  });

  it('has a weak tag when compressed', async () => {
    const { get } = anEdge(() => json(LIST, { ...PUBLIC(60), etag: '"v1"' }));
    expect((await get('/api/streamers', accepting('gzip'))).headers.get('etag')).toBe('W/"v1"');
    expect((await get('/api/streamers')).headers.get('etag')).toBe('"v1"');
  });

  it.each([
    ['shorter than 1,000 bytes', () => json('x'.repeat(997), PUBLIC(60))],
    [
      'a picture',
      () => new Response('x'.repeat(5000), { headers: { ...PUBLIC(60), 'content-type': 'image/webp' } }),
    ],
    ['compressed already', () => json(LIST, { ...PUBLIC(60), 'content-encoding': 'identity' })],
  ])('is not compressed when it is %s', async (_, origin) => {
    const { get } = anEdge(origin);
    const response = await get('/api/streamers', accepting('gzip, br'));
    expect(['br', 'gzip']).not.toContain(response.headers.get('content-encoding'));
  });
});

describe('a cached response', () => {
  const media = () => new Response('0123456789', { headers: { 'content-type': 'video/mp4', etag: '"v1"' } });

  it('is answered with 304 for its tag, with all headers', async () => {
    const { get } = anEdge(media);
    await get('/media/a.m4s');
    for (const known of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
      const response = await get('/media/a.m4s', { headers: { 'if-none-match': known } });
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('x-added')).toBe('yes');
    }
    expect((await get('/media/a.m4s', { headers: { 'if-none-match': '"v0"' } })).status).toBe(200);
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
  ])('is served in ranges: %s', async (range, status, body, part) => {
    const { get, requested } = anEdge(media);
    await get('/media/a.m4s');
    const response = await get('/media/a.m4s', { headers: { range } });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('content-range')).toBe(part);
    expect(requested).toHaveLength(1);
  });

  it('is served whole when the If-Range tag differs', async () => {
    const { get } = anEdge(media);
    await get('/media/a.m4s');
    const response = await get('/media/a.m4s', { headers: { range: 'bytes=2-4', 'if-range': '"v0"' } });
    expect(response.status).toBe(200);
  });

  it('answers HEAD, which caches nothing', async () => {
    const { get, cache } = anEdge(media);
    await get('/media/a.m4s', { method: 'HEAD' });
    expect(cache.kept()).toEqual([]);
    await get('/media/a.m4s');
    const response = await get('/media/a.m4s', { method: 'HEAD' });
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['10', '']);
  });

  it('is not created by a range request', async () => {
    const ranges: (string | undefined)[] = [];
    const { get, cache } = anEdge((_, { range }) => {
      ranges.push(range);
      return new Response('234', { status: 206, headers: { 'content-range': 'bytes 2-4/10' } });
    });
    expect((await get('/media/a.m4s', { headers: { range: 'bytes=2-4' } })).status).toBe(206);
    expect([ranges, cache.kept()]).toEqual([['bytes=2-4'], []]);
  });

  it('is not created above the memory limit', async () => {
    const large = () => new Response('x', { headers: { 'content-length': '4000001' } });
    const { get, cache } = anEdge(large);
    expect(await (await get('/media/film.mp4')).text()).toBe('x');
    expect(cache.kept()).toEqual([]);
  });
});
