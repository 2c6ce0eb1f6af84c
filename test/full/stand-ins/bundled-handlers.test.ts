import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type LocalSite } from '#infra/local/site.ts';
import type { Session } from '#shared/people/auth.ts';
import type { Pass } from '#shared/people/passes.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { UploadedVideo, Video, VideoUpload } from '#shared/videos/videos.ts';
import { startEncoder } from '#test/support/media/encoder.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { bundledLambdas } from '#test/support/site/stack/bundled-lambdas.ts';
import { temporaryFolder } from '#test/support/site/stack/site.ts';
import { listenToChannel } from '#test/support/stand-ins/channel-listener.ts';

const media = useMedia();
let site: LocalSite;
let dist: string;

/** The site runs the bundles that `cdk deploy` uploads: its HTTP API passes them real events of format 2.0. */
beforeAll(async () => {
  const bundles = bundledLambdas();
  const folder = temporaryFolder();
  dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  site = await startSite({
    port: 0,
    rtmpPort: 0,
    realtimePort: 0,
    s3Port: 0,
    host: 'localhost',
    dataDir: join(folder, 'data'),
    dist,
    entry: (name) => bundles[name],
  });
});

afterAll(() => site?.close());

async function call<T>(
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<T> {
  const { token, body } = options;
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

describe('the bundled Lambdas', () => {
  let token: string;

  it('sign a user up and verify the token (accounts)', async () => {
    const body = { username: 'BundledBen', email: 'ben@example.com', password: 'whirl-and-hum-62' };
    const session = await call<Session>('POST', '/auth/signup', { body });
    token = session.token;
    expect(await call('GET', '/auth/me', { token })).toEqual(session.user);
  });

  it('keep the session in cookies, and read a form (accounts and publishing)', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'BundledBen', password: 'whirl-and-hum-62' });
    const login = await fetch(`${site.url}/api/auth/login`, { method: 'POST', headers, body });
    const cookies = login.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const refreshed = await fetch(`${site.url}/api/auth/refresh`, { method: 'POST', headers: { cookie } });
    expect(refreshed.status).toBe(200);
    const form = new FormData();
    form.set('file', new File(['not a video'], 'clip.txt', { type: 'text/plain' }));
    const authorization = `Bearer ${token}`;
    const upload = { method: 'POST', headers: { authorization }, body: form };
    const refused = await fetch(`${site.url}/api/videos/upload`, upload);
    expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  });

  it('list channel, categories and contract (api)', async () => {
    expect(await call('GET', '/streamers')).toMatchObject([{ username: 'BundledBen', is_live: false }]);
    expect(await call('GET', '/categories')).toHaveLength(10);
    expect(await call('GET', '/openapi.json')).toHaveProperty(['paths', '/streaming/start', 'post']);
  });

  it('write and publish a chat message (api and realtime)', async () => {
    const { id } = await call<{ id: string }>('GET', '/auth/me', { token });
    const { pass } = await call<Pass>('POST', `/passes/channel/${id}`);
    const port = Number(new URL(site.endpoints.realtime).port);
    const listener = await listenToChannel({ port }, id, pass);
    const received = async (type: string): Promise<Record<string, unknown>> => {
      const message = await listener.next();
      return message['type'] === type ? message : received(type);
    };
    const message = await call('POST', `/chat/${id}`, { token, body: { message: 'From the bundle' } });
    expect(JSON.parse(String((await received('data'))['event']))).toEqual({
      events: [{ type: 'message', message }],
    });
    expect(await call('GET', `/chat/${id}`)).toEqual([message]);
    listener.close();
  });

  it('respond with 200 for an existing channel’s page and 404 for a missing one (pages)', async () => {
    const document = await readFile(join(dist, 'index.html'), 'utf8');
    for (const [name, status] of [
      ['bundledben', 200],
      ['nobody_here', 404],
    ] as const) {
      const response = await fetch(`${site.url}/channel/${name}`);
      expect([response.status, await response.text()]).toEqual([status, document]);
      expect(response.headers.get('cache-control')).toContain('s-maxage=60');
    }
  });

  it('start, serve and end a live stream (publishing and events)', async () => {
    const body = { title: 'From the bundle', game: 'Computer Fans', tags: ['quiet'] };
    const { rtmp_url, stream_key } = await call<StreamStatus>('POST', '/streaming/start', { token, body });
    const encoder = startEncoder(`${rtmp_url}${stream_key}`);
    const ingest = async () => (await call<StreamStatus>('GET', '/streaming/status', { token })).ingest;
    await expect.poll(ingest).toBe('receiving');
    expect(await call('POST', '/streaming/stop', { token })).toMatchObject({
      is_live: false,
      stream_key: null,
    });
    expect(await encoder.exit).not.toBe(0);
  });

  it('turn an upload into a playable video and delete it (publishing and events)', async () => {
    const clip = await readFile(await media('clip.mp4', { seconds: 1, codecs: H264 }));
    const announced = { filename: 'clip.mp4', size: clip.length, content_type: 'video/mp4' };
    const upload = await call<VideoUpload>('POST', '/videos/upload', { token, body: announced });
    const { headers } = await fetch(upload.parts[0]!.url, { method: 'PUT', body: clip });
    const parts = [{ part_number: 1, etag: headers.get('etag') }];
    const completed = `/videos/upload/${upload.upload_id}/complete`;
    const { video_url } = await call<UploadedVideo>('POST', completed, { token, body: { parts } });
    const details = { video_url, title: 'From the bundle', category: 'Box Fans' };
    const { id } = await call<Video>('POST', '/videos/publish', { token, body: details });
    const find = () => call<Video>('GET', `/videos/${id}`, { token });
    await expect.poll(async () => (await find()).status).toBe('ready');
    const { playback_url } = await find();
    expect(await (await fetch(site.url + playback_url)).text()).toContain('#EXT-X-STREAM-INF');
    const deleted = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(`${site.url}/api/videos/${id}`, deleted)).status).toBe(204);
    // As the CDN does by itself within five minutes.
    site.edge.invalidate(['/media/*']);
    expect((await fetch(site.url + playback_url)).status).toBe(404);
  });

  it('refuse an oversized form before it is sent, in the contract’s words', async () => {
    const file = new FormData();
    file.set('file', new Blob([new Uint8Array(8_000_000)]));
    const sent = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: file };
    const response = await fetch(`${site.url}/api/videos/upload`, sent);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  });

  it('refuse every protected route without a token, in the contract’s words', async () => {
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['POST', '/streaming/start'],
      ['GET', '/streaming/status'],
    ] as const) {
      const response = await fetch(`${site.url}/api${path}`, { method });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'unauthenticated', detail: 'Please log in.' });
    }
  });
});
