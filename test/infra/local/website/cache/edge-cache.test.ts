import { describe, expect, it } from 'vitest';
import { anEdge, json, PUBLIC } from '#test/support/stand-ins/edge.ts';

/** Responds with the number of requests so far. */
const counting = (headers: Record<string, string>, status = 200) => {
  let count = 0;
  return () => json((count += 1), headers, status);
};

describe('a cached response', () => {
  it('is served as long as its origin says, and then requested again', async () => {
    const { read, requested, seconds, get } = anEdge(counting(PUBLIC(2)));
    expect(await read('/api/streamers')).toBe('1 Miss');
    seconds(1.9);
    expect(await read('/api/streamers')).toBe('1 Hit');
    expect((await get('/api/streamers')).headers.get('age')).toBe('1');
    seconds(0.1);
    expect(await read('/api/streamers')).toBe('2 Miss');
    expect(requested).toHaveLength(2);
  });

  it('of the API is at most a minute old, of stored media five', async () => {
    const { read, seconds } = anEdge(counting({ 'cache-control': 'public, max-age=31536000, immutable' }));
    for (const address of ['/api/streamers', '/media/videos/a.m4s']) await read(address);
    seconds(60);
    expect(await read('/api/streamers')).toBe('3 Miss');
    expect(await read('/media/videos/a.m4s')).toBe('2 Hit');
    seconds(240);
    expect(await read('/media/videos/a.m4s')).toBe('4 Miss');
  });

  it('without cache headers exists only when its rule has a default', async () => {
    const { read } = anEdge(counting({}));
    for (const address of ['/api/streamers', '/media/a.m4s', '/ivs/v1/r/media/latest_thumbnail/thumb.jpg'])
      await read(address);
    expect(await read('/api/streamers')).toBe('4 Miss');
    expect(await read('/media/a.m4s')).toBe('2 Hit');
    expect(await read('/ivs/v1/r/media/latest_thumbnail/thumb.jpg')).toBe('3 Hit');
  });

  it('is separated by the contract’s parameters, not by caller', async () => {
    const { read, requested } = anEdge(counting(PUBLIC(60)));
    await read('/api/streamers?limit=5&utm_source=mail');
    expect(await read('/api/streamers?limit=5')).toBe('1 Hit');
    expect(await read('/api/streamers?limit=5', { headers: { cookie: 'a=1', vary: 'b' } })).toBe('1 Hit');
    expect(await read('/api/streamers?limit=6')).toBe('2 Miss');
    expect(requested).toEqual(['/api/streamers?limit=5', '/api/streamers?limit=6']);
  });

  it('is separated by how an address is written', async () => {
    const { read, requested } = anEdge(counting(PUBLIC(60)));
    const addresses = ['?q=a+b&limit=5', '?q=a%20b&limit=5', '?limit=5&q=a+b'].map(
      (query) => `/api/search${query}`,
    );
    for (const address of [...addresses, '/api/Search?q=a+b&limit=5', '/api/se%61rch?q=a+b&limit=5'])
      expect(await read(address)).toMatch(/Miss$/);
    expect(requested.slice(0, 3)).toEqual(addresses);
  });

  it('is not separated by what its Vary names, which is removed', async () => {
    const { get, read } = anEdge(counting({ ...PUBLIC(60), vary: 'Accept-Language' }));
    const { headers } = await get('/api/streamers', { headers: { 'accept-language': 'de' } });
    expect(headers.has('vary')).toBe(false);
    expect(await read('/api/streamers', { headers: { 'accept-language': 'fr' } })).toBe('1 Hit');
  });

  it('of a page is separated by the page, which a header names', async () => {
    const { read } = anEdge(counting(PUBLIC(60)));
    const page = (name: string) => read('/channel/x', { headers: { 'x-page': `/channel/${name}` } });
    expect([await page('ada'), await page('bob'), await page('ada')]).toEqual(['1 Miss', '2 Miss', '1 Hit']);
  });

  it('that is public is shared by all, no matter whose token the request had', async () => {
    const { read } = anEdge(counting(PUBLIC(60)));
    await read('/api/streamers', { headers: { authorization: 'Bearer ada' } });
    expect(await read('/api/streamers', { headers: { authorization: 'Bearer bob' } })).toBe('1 Hit');
  });

  it('of the API differs with and without a token', async () => {
    const { read } = anEdge(counting(PUBLIC(60)));
    const requested = (value: string) =>
      read('/api/videos?channel=ada', { headers: { 'x-signed-in': value } });
    expect([await requested('yes'), await requested('no'), await requested('yes')]).toEqual([
      '1 Miss',
      '2 Miss',
      '1 Hit',
    ]);
  });

  it.each([
    ['private', { 'cache-control': 'private, no-store' }],
    ['not to be stored', { 'cache-control': 'no-store' }],
    ['not to be used unasked', { 'cache-control': 'no-cache, max-age=60' }],
  ])('does not exist when the response is %s', async (_, headers) => {
    const { read, cache } = anEdge(counting(headers));
    expect(await read('/api/follows', { headers: { authorization: 'Bearer ada' } })).toBe('1 Miss');
    expect(await read('/api/follows')).toBe('2 Miss');
    expect(cache.kept()).toEqual([]);
  });

  it('has no cookie, and neither has the response to the first request', async () => {
    const { get, cache } = anEdge(counting({ ...PUBLIC(60), 'set-cookie': 'session=1' }));
    expect((await get('/api/streamers')).headers.getSetCookie()).toEqual([]);
    expect(cache.kept()).toMatchObject([
      { headers: expect.not.objectContaining({ 'set-cookie': 'session=1' }) },
    ]);
  });

  it('does not exist where cookies are forwarded, which are then returned', async () => {
    const { get, cache } = anEdge(counting({ ...PUBLIC(60), 'set-cookie': 'refresh=1' }));
    expect((await get('/api/auth/me')).headers.getSetCookie()).toEqual(['refresh=1']);
    expect(cache.kept()).toEqual([]);
  });

  it('of the document is at most a second old', async () => {
    const { read, seconds } = anEdge(counting({ 'cache-control': 'no-cache' }));
    await read('/index.html');
    expect(await read('/index.html')).toBe('1 Hit');
    seconds(1);
    expect(await read('/index.html')).toBe('2 Miss');
  });

  it('is evicted above the memory limit, least recently used first', async () => {
    const { read } = anEdge((address) => json(address.padEnd(3000), PUBLIC(60)), 10_000);
    for (const name of ['a', 'b', 'a', 'c']) await read(`/api/streamers/${name}`);
    expect(await read('/api/streamers/a')).toContain('Hit');
    expect(await read('/api/streamers/b')).toContain('Miss');
  });

  it('is invalidated at one path or below a prefix', async () => {
    const { read, cache } = anEdge(counting(PUBLIC(60)));
    for (const name of ['a', 'ab', 'b']) await read(`/api/streamers/${name}`);
    cache.invalidate(['/api/streamers/b']);
    expect(await read('/api/streamers/b')).toBe('4 Miss');
    cache.invalidate(['/api/streamers/a*']);
    expect(await read('/api/streamers/a')).toBe('5 Miss');
    expect(await read('/api/streamers/ab')).toBe('6 Miss');
    expect(await read('/api/streamers/b')).toBe('4 Hit');
  });

  it('is not created from a request before an invalidation', async () => {
    const answer = Promise.withResolvers<Response>();
    const { read, cache } = anEdge(() => answer.promise);
    const reading = read('/api/streamers/a');
    cache.invalidate(['/*']);
    answer.resolve(json('before', PUBLIC(60)));
    await reading;
    expect(cache.kept()).toEqual([]);
  });
});

describe('a stale response', () => {
  it('is served while it is revalidated, as long as its origin allows', async () => {
    const { read, seconds, requested } = anEdge(counting(PUBLIC(1, ', stale-while-revalidate=5')));
    await read('/api/streamers/ada');
    seconds(5.9);
    expect(await read('/api/streamers/ada')).toBe('1 Hit');
    await expect.poll(() => read('/api/streamers/ada')).toBe('2 Hit');
    seconds(6);
    expect(await read('/api/streamers/ada')).toBe('3 Miss');
    expect(requested).toHaveLength(3);
  });

  it('is revalidated once for many requests', async () => {
    const { read, seconds, requested } = anEdge(counting(PUBLIC(1, ', stale-while-revalidate=5')));
    await read('/api/streamers/ada');
    seconds(2);
    await Promise.all(Array.from({ length: 50 }, () => read('/api/streamers/ada')));
    expect(requested).toHaveLength(2);
  });

  it('is fresh again when its origin says not modified', async () => {
    const { read, seconds } = anEdge((_, { 'if-none-match': known }) =>
      known === '"v1"' ? new Response(null, { status: 304 }) : json('whole', { etag: '"v1"' }),
    );
    await read('/media/a.m4s');
    seconds(300);
    expect(await read('/media/a.m4s')).toBe('"whole" RefreshHit');
    expect(await read('/media/a.m4s')).toBe('"whole" Hit');
  });

  it.each(['fails', 'returns its own error'])('is served for a while when its origin %s', async (how) => {
    let isWell = true;
    const { read, seconds } = anEdge(() => {
      if (isWell) return json('well', PUBLIC(1));
      if (how === 'fails') throw new Error('The origin is down');
      return json('ill', { 'cache-control': 'no-store' }, 503);
    });
    await read('/api/streamers');
    isWell = false;
    seconds(60);
    expect(await read('/api/streamers')).toBe('"well" Hit');
    seconds(1);
    const late = read('/api/streamers').catch(String);
    expect(await late).toBe(how === 'fails' ? 'Error: The origin is down' : '"ill" Error');
  });

  it('is then served no longer than its origin allows', async () => {
    let status = 200;
    const { read, seconds } = anEdge(() => json(status, PUBLIC(1, ', stale-if-error=2'), status));
    await read('/api/streamers');
    status = 500;
    seconds(2.9);
    expect(await read('/api/streamers')).toBe('200 Hit');
    seconds(0.1);
    expect(await read('/api/streamers')).toBe('500 Error');
  });

  it('is replaced by a 404', async () => {
    let status = 200;
    const { read, seconds } = anEdge(() => json(status, PUBLIC(1), status));
    await read('/media/a.m4s');
    status = 404;
    seconds(1);
    expect(await read('/media/a.m4s')).toBe('404 Error');
  });
});

describe('simultaneous requests', () => {
  it('reach the origin once', async () => {
    const { read, requested } = anEdge(counting(PUBLIC(1)));
    const reads = await Promise.all(Array.from({ length: 100 }, () => read('/api/streamers/ada')));
    expect(new Set(reads)).toEqual(new Set(['1 Miss', '1 Hit']));
    expect(requested).toHaveLength(1);
  });

  it.each(['/api/auth/me', '/api/auth/sessions'])(
    'reach the origin each where cookies are forwarded: %s',
    async (address) => {
      const { read } = anEdge(counting(PUBLIC(1)));
      const reads = await Promise.all([1, 2, 3].map(() => read(address)));
      expect(reads).toEqual(['1 Miss', '2 Miss', '3 Miss']);
    },
  );

  it('reach the origin each for a private response, after the first one', async () => {
    const first = Promise.withResolvers<Response>();
    let count = 0;
    const { read, requested } = anEdge(() => {
      count += 1;
      return count === 1 ? first.promise : json(count, { 'cache-control': 'private, no-store' });
    });
    const reads = [1, 2, 3].map(() => read('/api/follows'));
    await Promise.resolve();
    expect(requested).toHaveLength(1);
    first.resolve(json(1, { 'cache-control': 'private, no-store' }));
    expect(await Promise.all(reads)).toEqual(['1 Miss', '2 Miss', '3 Miss']);
  });

  it('share an uncached response that does not say that it is private', async () => {
    const { read } = anEdge(counting({}));
    const reads = await Promise.all([read('/api/streamers'), read('/api/streamers')]);
    expect(reads).toEqual(['1 Miss', '1 Hit']);
    expect(await read('/api/streamers')).toBe('2 Miss');
  });

  it('reach the origin each when the first one failed', async () => {
    let count = 0;
    const { read } = anEdge(() => {
      count += 1;
      if (count === 1) throw new Error('The origin hung up');
      return json(count, PUBLIC(1));
    });
    const reads = await Promise.allSettled([read('/api/streamers'), read('/api/streamers')]);
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('error responses', () => {
  it.each([400, 401, 403, 404, 409, 429, 500, 503])(
    'with status %d that may not be stored are not',
    async (status) => {
      const { read } = anEdge(counting({ 'cache-control': 'no-store' }, status));
      await read('/api/streamers/nobody');
      expect(await read('/api/streamers/nobody')).toBe('2 Error');
    },
  );

  it('of missing pages are cached as long as they say', async () => {
    const { read, seconds } = anEdge(counting(PUBLIC(60), 404));
    await read('/channel/nobody');
    seconds(59);
    expect(await read('/channel/nobody')).toBe('1 Error');
    seconds(1);
    expect(await read('/channel/nobody')).toBe('2 Error');
  });

  it('that no distribution can configure are cached for ten seconds', async () => {
    const { read, seconds } = anEdge(counting({ 'cache-control': 'no-store' }, 410));
    await read('/api/streamers/gone');
    seconds(9.9);
    expect(await read('/api/streamers/gone')).toBe('1 Error');
    seconds(0.1);
    expect(await read('/api/streamers/gone')).toBe('2 Error');
  });
});
