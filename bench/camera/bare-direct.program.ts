/**
 * The minimal baseline for segments created in the browser: `node bare-direct.program.ts` accepts the init by `PUT
 * /{name}/init.mp4` and segments by `PUT /{name}/{number}.m4s`, keeps the newest in memory, and lists eight of them at
 * `/{name}/live.m3u8`. Ends when its stdin closes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startBareServer } from '../support/bare-server.ts';
import { BARE_SEGMENT_S } from './bare-segment.ts';

const LISTED = 8;
/** For a viewer who has just read a playlist. */
const KEPT = 2 * LISTED;

interface Stream {
  init: Buffer;
  readonly segments: Map<number, Buffer>;
}

const streams = new Map<string, Stream>();
await startBareServer(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', file = ''] = new URL(request.url ?? '', 'http://bare').pathname.split('/');
  if (request.method === 'PUT') {
    take(name, file, await buffer(request));
    response.writeHead(204).end();
    return;
  }
  const stream = streams.get(name);
  const body = file === 'live.m3u8' ? stream && playlistOf(stream) : fileOf(stream, file);
  if (!body) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', file.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4');
  response.end(body);
}

function take(name: string, file: string, bytes: Buffer): void {
  const stream = streams.get(name) ?? { init: bytes, segments: new Map<number, Buffer>() };
  streams.set(name, stream);
  if (file === 'init.mp4') stream.init = bytes;
  else stream.segments.set(Number.parseInt(file, 10), bytes);
  for (const number of [...stream.segments.keys()].slice(0, -KEPT)) stream.segments.delete(number);
}

const fileOf = (stream: Stream | undefined, file: string): Buffer | undefined =>
  file === 'init.mp4' ? stream?.init : stream?.segments.get(Number.parseInt(file, 10));

function playlistOf({ segments }: Stream): string {
  const listed = [...segments.keys()].toSorted((a, b) => a - b).slice(-LISTED);
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(BARE_SEGMENT_S)}`,
    `#EXT-X-MEDIA-SEQUENCE:${listed[0] ?? 0}`,
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  return [...head, ...listed.map((number) => `#EXTINF:${BARE_SEGMENT_S},\n${number}.m4s`), ''].join('\n');
}
