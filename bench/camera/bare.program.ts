/**
 * The minimal baseline for a camera's WebM: `node bare.program.ts FOLDER` accepts WebM by `POST /{name}/chunks`, pipes
 * it to one ffmpeg per name, and serves the resulting HLS at `/{name}/live.m3u8`. Ends when its stdin closes.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startBareServer } from '../support/bare-server.ts';

const FRAMES_PER_S = 30;
const GOP_FRAMES = `${2 * FRAMES_PER_S}`;
/**
 * As in Fanfare's job for a window (`functions/browser-stream/adapters/compatible/window-jobs.mediaconvert.ts`), with
 * x264's usual preset for live video; MediaConvert's stand-in uses a faster one.
 */
const ENCODERS = [
  ['-vf', `fps=${FRAMES_PER_S}`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main'],
  ['-crf', '23', '-maxrate', '3000000', '-bufsize', '6000000'],
  ['-g', GOP_FRAMES, '-keyint_min', GOP_FRAMES, '-sc_threshold', '0', '-bf', '0'],
  ['-c:a', 'aac', '-b:a', '128000', '-ar', '48000', '-ac', '2', '-af', 'aresample=async=1'],
].flat();
const HLS = [
  '-f',
  'hls',
  '-hls_time',
  '2',
  '-hls_list_size',
  '12',
  '-hls_flags',
  'delete_segments+temp_file',
];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: bare.program.ts FOLDER');

const encoders = new Map<string, Writable>();
// The encoders' inputs close when it ends.
await startBareServer(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', file = ''] = new URL(request.url ?? '', 'http://bare').pathname.split('/');
  if (![name, file].every((part) => /^[\w-][\w.-]*$/.test(part))) return notFound(response);
  try {
    if (request.method === 'POST') await take(name, request);
    else if (request.method === 'DELETE') end(name);
    else return await serve(join(folder!, name, file), response);
    response.writeHead(204).end();
  } catch {
    // The file does not exist, or the browser has disconnected.
    notFound(response);
  }
}

const notFound = (response: ServerResponse): void => {
  if (!response.headersSent) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
};

async function take(name: string, chunk: IncomingMessage): Promise<void> {
  let encoder = encoders.get(name);
  if (!encoder) encoders.set(name, (encoder = startEncoder(join(folder!, name))));
  await pipeline(chunk, encoder, { end: false });
}

function end(name: string): void {
  encoders.get(name)?.end();
  encoders.delete(name);
}

async function serve(path: string, response: ServerResponse): Promise<void> {
  const bytes = await readFile(path);
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', path.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp2t');
  response.end(bytes);
}

function startEncoder(directory: string): Writable {
  mkdirSync(directory, { recursive: true });
  const output = join(directory, 'live.m3u8');
  const args = ['-hide_banner', '-loglevel', 'error', '-i', 'pipe:0', ...ENCODERS, ...HLS, output];
  return spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] }).stdin;
}
