import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { clips } from '#demo/cast/clips.ts';
import { videos } from '#demo/cast/videos.ts';
import { LOOP_S } from '#demo/film/scene.ts';
import { cutClips } from '#demo/steps/clips.ts';
import { ClipBody } from '#shared/videos/clips.ts';

const { signal } = new AbortController();
const [clip] = clips;
if (!clip) throw new Error('The demo has no clip');

let url: string;
let asked: string[];
let made: unknown[];
let there: readonly { readonly title: string }[];
let inspections: number;

const server = createServer(async (request, response) => {
  const body = await text(request);
  const call = `${request.method} ${request.url?.split('?')[0]}`;
  asked.push(call);
  const json = (status: number, value: object) => response.writeHead(status).end(JSON.stringify(value));
  if (call === 'GET /api/clips') json(200, there);
  else if (call === 'GET /api/videos') {
    inspections += 1;
    json(200, [{ id: 'a-video', title: clip.video, status: inspections < 2 ? 'processing' : 'ready' }]);
  } else {
    made.push(JSON.parse(body));
    json(call === 'POST /api/clips' ? 201 : 200, { id: 'a-clip' });
  }
});

beforeEach(async () => {
  [asked, made, there, inspections] = [[], [], [], 0];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const cut = () => {
  const api = createApi(url, signal, { token: 'token' });
  const people = new Map(
    cast.map((channel) => [
      channel.username,
      { channel, id: `id-${channel.username}`, bearer: { token: 'token' }, api },
    ]),
  );
  return cutClips({ people, clips: [clip], signal, say: () => {} });
};

describe('a clip of the demo', () => {
  it.each(clips.map((one) => [one.title, one] as const))('of %s uses an existing source', (_, one) => {
    const video = videos.find(({ title }) => title === one.video);
    expect(video?.username).toBe(one.of);
    expect(cast.some(({ username }) => username === one.username)).toBe(true);
    expect(one.untilS).toBeLessThanOrEqual(LOOP_S);
    const times = { from_ms: one.fromS * 1000, until_ms: one.untilS * 1000 };
    const body = { kind: 'video', id: ulid(), title: one.title, ...times };
    expect(ClipBody.safeParse(body).success).toBe(true);
  });

  it('is cut when its video is ready', async () => {
    await cut();
    expect(made).toEqual([
      { kind: 'video', id: 'a-video', title: clip.title, from_ms: 500, until_ms: 7500 },
      { is_kept: true },
    ]);
    expect(asked.filter((call) => call === 'GET /api/videos')).toHaveLength(2);
  });

  it('is not made again when it exists', async () => {
    there = [{ title: clip.title }];
    await cut();
    expect(asked).toEqual(['GET /api/clips']);
  });
});
