import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { videos } from '#demo/cast/videos.ts';
import { publishVideo, publishVideos } from '#demo/steps/videos.ts';

const PART_BYTES = 4;
const [video] = videos;
if (!video) throw new Error('The demo has no video');
const mp4 = Buffer.from('a fan turns');

const { signal } = new AbortController();
let url: string;
let asked: string[];
let sent: string[];
let published: unknown;
let completed: unknown;
let listed: { readonly title: string; readonly status: string }[];
let storageStatus: number;
let refusedId: string;

const server = createServer(async (request, response) => {
  const body = await text(request);
  const call = `${request.method} ${request.url}`;
  asked.push(call);
  answer(call, body, response);
});

/** A site and its storage in one. */
function answer(call: string, body: string, response: ServerResponse): void {
  const json = (status: number, value: object) => response.writeHead(status).end(JSON.stringify(value));
  const [, part] = /^PUT \/part\/(\d+)$/.exec(call) ?? [];
  if (part) {
    sent.push(body);
    response.writeHead(storageStatus, { ETag: `"etag-${part}"` }).end('SlowDown');
  } else if (call === 'POST /api/videos/upload') {
    const count = Math.ceil((JSON.parse(body) as { size: number }).size / PART_BYTES);
    const parts = Array.from({ length: count }, (_, at) => ({
      part_number: at + 1,
      url: `${url}/part/${at + 1}`,
    }));
    json(201, { upload_id: 'up', video_url: '/uploads/up', part_size: PART_BYTES, parts });
  } else if (call === 'POST /api/videos/upload/up/complete') {
    completed = JSON.parse(body);
    json(200, { video_url: '/uploads/up' });
  } else if (call === 'POST /api/videos/publish') {
    published = JSON.parse(body);
    json(201, {});
  } else if (call.startsWith(`GET /api/videos?channel=${refusedId}`)) {
    json(403, { code: 'forbidden', detail: 'Not today.' });
  } else if (call.startsWith('GET /api/videos?')) json(200, listed);
  else response.writeHead(204).end();
}

beforeEach(async () => {
  [asked, sent, listed] = [[], [], []];
  refusedId = 'nobody';
  [published, completed, storageStatus] = [undefined, undefined, 200];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const api = () => createApi(url, signal, { token: 'token' });

/** Everybody of the cast, signed in at this site. */
const people = () =>
  new Map(
    cast.map((channel) => [
      channel.username,
      { channel, id: `id-${channel.username}`, bearer: { token: 'token' }, api: api() },
    ]),
  );

describe('a video of the demo', () => {
  it('is uploaded in parts and published', async () => {
    await publishVideo(api(), video, mp4);
    expect(sent).toEqual(['a fa', 'n tu', 'rns']);
    expect(completed).toEqual({
      parts: [1, 2, 3].map((number) => ({ part_number: number, etag: `"etag-${number}"` })),
    });
    const { title, category, description, tags } = video;
    const details = { title, category, description, tags, visibility: 'public' };
    expect(published).toEqual({ video_url: '/uploads/up', ...details });
  });

  it('is not published and leaves nothing when the storage refuses it', async () => {
    storageStatus = 503;
    await expect(publishVideo(api(), video, mp4)).rejects.toThrow('Part 1 was not stored: 503 SlowDown');
    expect(published).toBeUndefined();
    expect(asked.at(-1)).toBe('DELETE /api/videos/upload/up');
  });

  it.each(['processing', 'ready'])('that is %s on its channel is not made again', async (status) => {
    listed = [{ title: video.title, status }];
    const said: string[] = [];
    await publishVideos({ people: people(), videos: [video], signal, say: (words) => said.push(words) });
    expect(asked).toEqual([expect.stringContaining(`channel=id-${video.username}`)]);
    expect(said).toEqual([]);
  });

  it('that fails is reported, and the next one follows', async () => {
    const [, next = video] = videos;
    refusedId = `id-${video.username}`;
    listed = [{ title: next.title, status: 'ready' }];
    const said: string[] = [];
    await publishVideos({
      people: people(),
      videos: [video, next],
      signal,
      say: (words) => said.push(words),
    });
    expect(said).toEqual([
      `'${video.title}' of Breezy Bea is not published: GET /videos answered 403: Not today.`,
    ]);
    expect(asked.at(-1)).toContain(`channel=id-${next.username}`);
  });
});
