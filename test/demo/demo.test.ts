import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, test } from 'vitest';
import { createApi } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { collections } from '#demo/cast/collections.ts';
import { conversations, smallTalk } from '#demo/cast/conversations.ts';
import { videos } from '#demo/cast/videos.ts';
import { colour, createPicture, paint } from '#demo/drawing/picture.ts';
import { encodePng } from '#demo/drawing/png.ts';
import { drawAvatar, drawThumbnail } from '#demo/drawing/posters.ts';
import { box } from '#demo/drawing/shapes.ts';
import { readDemoSettings } from '#demo/settings.ts';
import { modelKeyOf } from '#functions/fans/fan.ts';
import { pictureType } from '#functions/pictures/files/picture-type.ts';
import { FanBody } from '#shared/channels/fans.ts';
import { SignupBody } from '#shared/people/auth.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { ChatBody } from '#shared/community/chat.ts';
import { MAX_PICTURE_BYTES } from '#shared/limits.ts';
import { ProfileUpdate } from '#shared/channels/channels.ts';
import { StreamSetup } from '#shared/live/streaming.ts';
import { PublishBody } from '#shared/videos/videos.ts';

const usernames = new Set(cast.map(({ username }) => username));
const lines = [conversations, smallTalk].flatMap((talks) => Object.entries(talks));

describe('the demo’s cast', () => {
  it('has a dozen people with unique names, in every category', () => {
    expect(usernames.size).toBe(12);
    expect(new Set(cast.map(({ game }) => game))).toEqual(new Set(CATEGORIES.map(({ name }) => name)));
  });

  // Each run would rewrite a profile that the contract trims or refuses.
  test.each(cast)('$username fits the contract', (channel) => {
    const { username, displayName: display_name, description, schedule, title, game, tags } = channel;
    const profile = { display_name, description, schedule };
    expect(ProfileUpdate.parse(profile)).toEqual(profile);
    expect(StreamSetup.parse({ title, game, tags })).toEqual({ title, game, tags });
    const account = { username, email: 'somebody@fans.example', password: 'turning-and-turning' };
    expect(SignupBody.parse(account)).toEqual(account);
  });

  test.each(videos)('the video "$title" fits the contract', (video) => {
    const { username, title, category, description, tags } = video;
    const body = { video_url: '/uploads/1', title, category, description, tags };
    expect(PublishBody.parse(body)).toMatchObject(body);
    expect(usernames).toContain(username);
  });

  it('has fan collections, each with one fan shown, and two of one model', () => {
    expect(new Set(Object.keys(collections))).toEqual(usernames);
    const fans = Object.values(collections)
      .flat()
      .map(({ facts }) => facts);
    expect(new Set(fans.map(modelKeyOf)).size).toBeLessThan(fans.length);
    for (const own of Object.values(collections)) {
      expect(own.some(({ isOnStream }) => isOnStream)).toBe(true);
      expect(new Set(own.map(({ facts }) => modelKeyOf(facts))).size).toBe(own.length);
    }
  });

  test.each(Object.values(collections).flat())(
    'the fan $facts.maker $facts.model fits the contract',
    ({ facts, repairs }) => {
      const body = { ...facts, picture_urls: [], repairs: repairs.map(([on, text]) => ({ on, text })) };
      expect(FanBody.parse(body)).toEqual(body);
    },
  );

  it('publishes videos on its own channels', () => {
    expect(new Set(videos.map(({ username }) => username)).size).toBe(videos.length);
  });

  test.each(cast)('$username follows others of the cast, each once', ({ username, follows }) => {
    expect([...usernames]).toEqual(expect.arrayContaining([...follows]));
    expect(follows).not.toContain(username);
    expect(new Set(follows).size).toBe(follows.length);
  });

  test.each(lines)('the chat of %s is written by the cast, without repetition', (host, talk) => {
    expect(usernames).toContain(host);
    for (const [speaker, message] of talk) {
      expect(usernames, message).toContain(speaker);
      expect(ChatBody.parse({ message })).toEqual({ message });
    }
    expect(new Set(talk.map(([, message]) => message)).size).toBe(talk.length);
  });

  test.each(cast)('the pictures of $username are accepted by the site', ({ scenery }) => {
    for (const png of [drawAvatar(scenery), drawThumbnail(scenery)]) {
      expect(pictureType(png)).toBe('image/png');
      expect(png.length).toBeLessThan(MAX_PICTURE_BYTES);
    }
  });
});

describe('a painted picture', () => {
  it('decodes from its PNG file unchanged', () => {
    const picture = createPicture(3, 2);
    paint(picture, box(-9, -9, 10, 20), colour('#ff8000'));
    paint(picture, box(2, -9, 10, 20), colour('#204060', 0.4));
    const row = [
      [0xff, 0x80, 0, 0xff],
      [0, 0, 0, 0],
      [0x20, 0x40, 0x60, 0x66],
    ];
    expect(pixelsOf(encodePng(picture))).toEqual([row, row]);
  });
});

/** Reads back what `encodePng` writes: one IDAT chunk, rows filtered by Sub (PNG, Third Edition, §9.2). */
function pixelsOf(png: Buffer): number[][][] {
  const width = png.readUInt32BE(16);
  const at = png.indexOf('IDAT');
  const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const rows: number[][][] = [];
  for (let from = 0; from < data.length; from += width * 4 + 1) {
    const bytes = [...data.subarray(from + 1, from + 1 + width * 4)];
    for (let index = 4; index < bytes.length; index += 1) {
      bytes[index] = ((bytes[index] ?? 0) + (bytes[index - 4] ?? 0)) & 0xff;
    }
    rows.push(Array.from({ length: width }, (_, pixel) => bytes.slice(pixel * 4, pixel * 4 + 4)));
  }
  return rows;
}

/** A site that answers as `listener` does, while `use` runs. */
async function withSite(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('a demo request', () => {
  const { signal } = new AbortController();

  it('is retried after the requested time when it is too fast', async () => {
    const askedAtMs: number[] = [];
    const busyOnce: RequestListener = (_request, response) => {
      askedAtMs.push(performance.now());
      if (askedAtMs.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end('{}');
      else response.end('{"followedChannels":[],"channels":[]}');
    };
    await withSite(busyOnce, async (url) => {
      const answer = await createApi(url, signal, { token: 'token' }).call('GET /follows', {});
      expect(answer.followedChannels).toEqual([]);
    });
    const [first = 0, second = 0] = askedAtMs;
    expect(second - first).toBeGreaterThan(950);
    expect(askedAtMs).toHaveLength(2);
  });

  it('is retried with a new token when the old one expired', async () => {
    const seen: string[] = [];
    const renewing: RequestListener = (request, response) => {
      seen.push(`${request.url} ${request.headers.authorization ?? request.headers.cookie}`);
      if (request.url === '/api/auth/refresh') {
        response.setHeader('Set-Cookie', 'refresh=second; Path=/api/auth; HttpOnly');
        response.end('{"token":"new","user":{}}');
      } else if (request.headers.authorization === 'Bearer new') {
        response.end('{"followedChannels":[],"channels":[]}');
      } else {
        response.writeHead(401).end('{"code":"unauthenticated","detail":"Please log in.","request_id":"1"}');
      }
    };
    const bearer = { token: 'old', cookie: 'refresh=first' };
    await withSite(
      renewing,
      async (url) => void (await createApi(url, signal, bearer).call('GET /follows', {})),
    );
    expect(bearer).toEqual({ token: 'new', cookie: 'refresh=second' });
    expect(seen).toEqual([
      '/api/follows Bearer old',
      '/api/auth/refresh refresh=first',
      '/api/follows Bearer new',
    ]);
  });

  it('fails at once with the site’s words when it is refused', async () => {
    let asked = 0;
    const refuse: RequestListener = (_request, response) => {
      asked += 1;
      response
        .writeHead(409)
        .end('{"code":"conflict","detail":"Your channel is already live.","request_id":"1"}');
    };
    await withSite(refuse, async (url) => {
      const call = createApi(url, signal, { token: 'token' }).call('POST /streaming/stop', {});
      await expect(call).rejects.toMatchObject({
        code: 'conflict',
        message: 'POST /streaming/stop answered 409: Your channel is already live.',
      });
    });
    expect(asked).toBe(1);
  });
});

describe('the demo’s target', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-settings-'));
  const env = { DATA_DIR: folder };
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ site: 'http://box:3100' }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the site running on DATA_DIR', () => {
    expect(readDemoSettings([], env).siteUrl).toBe('http://box:3100');
  });

  it('is FANFARE_URL before that, and a named site before both', () => {
    const both = { ...env, FANFARE_URL: 'http://localhost:3200/browse' };
    expect(readDemoSettings([], both).siteUrl).toBe('http://localhost:3200');
    expect(readDemoSettings(['http://localhost:3300/'], both).siteUrl).toBe('http://localhost:3300');
  });

  it('must not be public, unless its accounts get a password that is not in the source', () => {
    const address = 'https://fanfare.example';
    expect(() => readDemoSettings([address], env)).toThrow('set DEMO_PASSWORD');
    const settings = readDemoSettings([address], { DEMO_PASSWORD: 'nobody-knows-this' });
    expect(settings).toEqual({ siteUrl: address, password: 'nobody-knows-this' });
  });

  it('must exist, and the error says what to do', () => {
    const missingFolder = { DATA_DIR: join(folder, 'nowhere') };
    expect(() => readDemoSettings([], missingFolder)).toThrow(
      "Start it with 'npm start' in another terminal",
    );
    expect(() => readDemoSettings(['localhost'], env)).toThrow("'localhost' is not the address of a site");
  });
});
