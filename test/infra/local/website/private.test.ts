/** Private responses are never served from the edge's cache. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type LocalSite } from '#infra/local/site.ts';
import type { StartedBrowserStream } from '#shared/live/browser-stream.ts';
import type { VideoUpload } from '#shared/videos/videos.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const NEVER = '0'.repeat(26);
/** Differs between two responses to any caller. */
const VOLATILE = /"request_id":"[^"]*"|#NEWEST-AGE:.*/g;

interface Operation {
  readonly security: readonly object[];
}

let site: LocalSite;
let ada: Person;
let bob: Person;
/** Each GET of the OpenAPI document with an address where ada has data, and whether it is public. */
let reads: { readonly route: string; readonly address: string; readonly isOpen: boolean }[];

beforeAll(async () => {
  const folder = newFolder();
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  const ports = { port: 0, rtmpPort: 0, realtimePort: 0, s3Port: 0 };
  const passwordCost = { N: 2, r: 1, p: 1 };
  site = await startSite({ ...ports, host: '127.0.0.1', dataDir: join(folder, 'data'), dist, passwordCost });
  [ada, bob] = [await aPerson(site.url, 'ada'), await aPerson(site.url, 'bob')];
  await ada.call('POST', `/follows/${bob.id}`);
  await ada.call('PUT', '/hidden-people/bob');
  await ada.call('POST', `/chat/${ada.id}`, { message: 'Does it hum?' });
  const file = { filename: 'fan.mp4', size: 9_000_000, content_type: 'video/mp4' };
  const upload = (await ada.call('POST', '/videos/upload', file)) as VideoUpload;
  const setup = { title: 'Hum', category: 'Box Fans', way: 'direct' };
  const stream = (await ada.call('POST', '/browser-stream/start', setup)) as StartedBrowserStream;
  const values: Record<string, string> = {
    username: 'ada',
    id: ada.id,
    channel_id: ada.id,
    case_id: `video.${NEVER}`,
    part: 'site',
    stream_id: stream.stream_id,
    playlist: 'main.m3u8',
    upload_id: upload.upload_id,
  };
  reads = await readsOf(values);
});
afterAll(() => site?.close());

async function readsOf(values: Readonly<Record<string, string>>): Promise<typeof reads> {
  const response = await fetch(`${site.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  return gets.map(({ path, get }) => ({
    route: path,
    address: `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? NEVER)}${queryOf(path)}`,
    isOpen: get.security.length === 0 || get.security.some((way) => Object.keys(way).length === 0),
  }));
}

/** Parameters of routes that require them. */
const queryOf = (path: string): string =>
  ({ '/videos': `?channel=${ada.id}`, '/search': '?q=ada', '/search/suggestions': '?q=ada' })[path] ?? '';

interface Read {
  readonly status: number;
  readonly body: string;
  readonly cacheControl: string;
  readonly xCache: string | null;
}

async function read(address: string, person?: Person): Promise<Read> {
  const headers = person ? { authorization: `Bearer ${person.token}` } : {};
  const response = await fetch(`${site.url}/api${address}`, { headers });
  return {
    status: response.status,
    body: (await response.text()).replaceAll(VOLATILE, ''),
    cacheControl: response.headers.get('cache-control') ?? '',
    xCache: response.headers.get('x-cache'),
  };
}

/** Returns the response before compression. */
function plain({ headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array }): string {
  const unpack =
    { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding'] ?? ''] ?? Buffer.from;
  return String(unpack(body));
}

describe('after a user’s private requests', () => {
  it('others get the same answers as before, and nothing of the user is cached', async () => {
    expect(reads.length).toBeGreaterThan(45);
    const own: string[] = [];
    for (const { route, address, isOpen } of reads) {
      site.edge.invalidate(['/*']);
      const [stranger, other] = [await read(address), await read(address, bob)];
      site.edge.invalidate(['/*']);
      const [mine, again] = [await read(address, ada), await read(address, ada)];
      const answers = [mine, again, await read(address, bob), await read(address)];
      expect(answers[2], `${route} to bob`).toMatchObject({ status: other.status, body: other.body });
      expect(answers[3], `${route} to a stranger`).toMatchObject({
        status: stranger.status,
        body: stranger.body,
      });
      expect(isOpen || stranger.status === 401, route).toBe(true);
      // A response without the header may be shared with concurrent requests.
      for (const { cacheControl } of answers)
        expect(cacheControl, route).toMatch(/^(public|private|no-store)/);
      const isKept = site.edge.kept().some((kept) => kept.address === `/api${address}`);
      const mayKeep = answers.some(({ cacheControl }) => cacheControl.startsWith('public'));
      expect(isKept, route).toBe(mayKeep);
      expect(isKept && !isOpen, route).toBe(false);
      const isOwn = mine.cacheControl.startsWith('private');
      expect(isOwn && [mine, again].some(({ xCache }) => xCache?.startsWith('Hit')), route).toBe(false);
      if (isOwn) own.push(mine.body);
    }
    const secrets = [ada.token, 'ada@example.com', ...own.filter((body) => body.length > 20)];
    expect(secrets.length).toBeGreaterThan(10);
    for (const { address } of reads)
      await Promise.all([read(address), read(address, ada), read(address, bob)]);
    const kept = site.edge.kept();
    expect(kept.length).toBeGreaterThan(20);
    for (const answer of kept) {
      expect(answer.headers).not.toHaveProperty('set-cookie');
      for (const secret of secrets) expect(plain(answer), answer.address).not.toContain(secret);
    }
  });

  it('a caller with a token sees private fields at once, whatever is cached', async () => {
    const address = `/videos?channel=${ada.id}`;
    // The list stays in the cache for a second or two, in which a busy machine may only manage one read.
    await expect.poll(async () => (await read(address)).xCache).toBe('Hit from cloudfront');
    expect(await read(address, ada)).toMatchObject({
      xCache: 'Miss from cloudfront',
      cacheControl: 'private, no-store',
    });
  });

  it('log-in and refresh leave nothing in the cache', async () => {
    site.edge.invalidate(['/*']);
    const account = { login: 'ada', password: 'wrong' };
    for (const path of ['/auth/login', '/auth/refresh'])
      await fetch(`${site.url}/api${path}`, { method: 'POST', body: JSON.stringify(account) });
    expect(site.edge.kept()).toEqual([]);
  });
});
