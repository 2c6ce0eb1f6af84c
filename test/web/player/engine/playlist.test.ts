import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPollInMs } from '#web/features/player/live/use-player.ts';
import {
  firstVariant,
  fetchPlaylist,
  measurePlaylist,
  newestOf,
  takeCachedPlaylist,
  withEagerTarget,
} from '#web/features/player/engine/playlist.ts';

const media = (...durationsS: number[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...durationsS.map((d, n) => `#EXTINF:${d},\n${n}.ts`), ''].join(
    '\n',
  );
const main = (variant: string) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000\n# a note\n${variant}\n`;

describe('a media playlist', () => {
  it('is measured in seconds', () => {
    const text = media(1, 2, 0.5);
    expect(measurePlaylist(text)).toEqual({
      kind: 'running',
      text,
      segments: 3,
      lengthS: 3.5,
      longestSegmentS: 2,
      usualSegmentS: 1,
    });
  });

  it('counts after its last discontinuity only', () => {
    const text = `${media(2, 2)}#EXT-X-DISCONTINUITY\r\n#EXTINF:1.0,\r\n9.ts\r\n`;
    expect(measurePlaylist(text)).toMatchObject({ segments: 1, lengthS: 1, longestSegmentS: 1 });
  });

  it('of a camera counts across gaps, with the recent segment length', () => {
    const text = `${media(4, 4, 2, 2, 2)}#EXT-X-DISCONTINUITY\n#EXTINF:3.0,\n9.m4s\n`;
    expect(measurePlaylist(text, { isCamera: true })).toMatchObject({
      segments: 6,
      lengthS: 17,
      longestSegmentS: 4,
      usualSegmentS: 2,
    });
    const older = Array.from({ length: 30 }, () => 2);
    const newer = Array.from({ length: 10 }, () => 5);
    expect(measurePlaylist(media(...older, ...newer))).toMatchObject({ usualSegmentS: 5 });
  });

  it('is requested again within two seconds, whatever its target duration', () => {
    expect(withEagerTarget('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:2.0,\n1.m4s\n')).toBe(
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n1.m4s\n',
    );
  });

  it.each([0.5, 1, 1.02])('with segments of %s s is requested again after half a second', (segmentS) => {
    expect(withEagerTarget(`#EXT-X-TARGETDURATION:4\n#EXTINF:${segmentS},\n1.m4s\n`)).toMatch(
      /^#EXT-X-TARGETDURATION:1$/m,
    );
  });

  it('ends with its end tag', () => {
    expect(measurePlaylist(`${media(2)}#EXT-X-ENDLIST\n`)).toEqual({ kind: 'ended' });
  });

  it.each(['', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n', '<!doctype html>'])(
    'has nothing to play: %j',
    (text) => {
      expect(measurePlaylist(text)).toEqual({ kind: 'absent' });
    },
  );
});

it('a multivariant playlist is not a media playlist', () => {
  expect(firstVariant(main('720p/index.m3u8'))).toBe('720p/index.m3u8');
  expect(firstVariant(media(2))).toBeNull();
});

describe('a playlist request', () => {
  let server: Server;
  const answers: Record<string, readonly [status: number, body: string]> = {
    '/media.m3u8': [200, media(1, 1)],
    '/a/main.m3u8': [200, main('b/media.m3u8')],
    '/a/b/media.m3u8': [200, media(4)],
    '/a/lost.m3u8': [200, main('nowhere.m3u8')],
    '/busy.m3u8': [503, ''],
    '/throttled.m3u8': [429, ''],
  };
  const inspect = (path: string, signal = new AbortController().signal) =>
    fetchPlaylist(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, signal);

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      if (url === '/moved.m3u8') return response.writeHead(302, { Location: '/a/main.m3u8' }).end();
      const [status, body] = answers[url] ?? [404, ''];
      return response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it.each([
    ['/media.m3u8', { kind: 'running', lengthS: 2 }],
    ['/a/main.m3u8', { kind: 'running', lengthS: 4 }],
    ['/moved.m3u8', { kind: 'running', lengthS: 4 }],
    ['/missing.m3u8', { kind: 'absent' }],
    ['/a/lost.m3u8', { kind: 'absent' }],
    ['/busy.m3u8', { kind: 'unreachable' }],
    ['/throttled.m3u8', { kind: 'unreachable' }],
  ])('finds %s', async (path, playlist) => {
    expect(await inspect(path)).toMatchObject(playlist);
  });

  it('is not repeated by the playback that it starts', async () => {
    await inspect('/a/main.m3u8');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/b/media.m3u8`;
    expect(takeCachedPlaylist(address)).toMatchObject({ url: address, text: media(4) });
    expect(takeCachedPlaylist(address)).toBeNull();
  });

  it('reports no answer', async () => {
    expect(await fetchPlaylist('http://127.0.0.1:1/a.m3u8', new AbortController().signal)).toEqual({
      kind: 'unreachable',
    });
  });

  it('throws when aborted', async () => {
    await expect(inspect('/media.m3u8', AbortSignal.abort())).rejects.toThrow('abort');
  });
});

it('requests are made every second at first, then less often, and often when a segment is due', () => {
  const absent = (polls: number) => Math.round(nextPollInMs(polls, { kind: 'absent' }));
  expect([1, 2, 4, 100].map(absent)).toEqual([1000, 1200, 1500, 1500]);
  const lengths = { lengthS: 1, longestSegmentS: 1, usualSegmentS: 1 };
  expect(nextPollInMs(100, { kind: 'running', text: '', segments: 1, ...lengths })).toBe(1000);
});

it('a playlist with the age of its newest segment is understood', () => {
  const text =
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#NEWEST-AGE:0.430\n' +
    '#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:04.000Z\n#EXTINF:1.000,\na.m4s\n' +
    '#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:05.000Z\n#EXTINF:0.967,\nb.m4s\n';
  expect(newestOf(text)).toEqual({ ageMs: 430, startMs: 5000, endMs: 5967 });
  expect(newestOf(text.replace('#NEWEST-AGE:0.430\n', ''))).toBeNull();
});
