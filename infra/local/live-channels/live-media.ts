import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { growingSegment, isAnnounced } from './growing-segment.ts';
import { isPlaybackAllowed, type PlaybackPolicy } from './playback-policy.ts';

const CHANNEL_FOLDER = /^[A-Za-z0-9]{12}$/;

/** Segments never change; a playlist changes every second. */
const KINDS = [
  { name: /^index\.m3u8$/, type: 'application/vnd.apple.mpegurl', cacheControl: 'max-age=1' },
  { name: /^st-[A-Za-z0-9]+-\d+\.ts$/, type: 'video/mp2t', cacheControl: 'max-age=31536000, immutable' },
] as const;

/** What restricts the playback of a channel. */
export interface PlaybackAccess {
  readonly policy?: PlaybackPolicy | undefined;
  /** Of a private channel: whether a playlist is delivered to this token. */
  readonly mayPlay?: ((token: string | undefined) => boolean) | undefined;
}

/**
 * Serves live HLS: `GET` and `HEAD` of `/<channel id>/index.m3u8` and its segments, to pages of any origin unless the
 * channel's policy restricts it. A segment that the playlist announces is sent while it grows. An offline channel's
 * playlist is 404 with an empty body.
 */
export function liveMedia(
  mediaDir: string,
  accessOf: (channelId: string) => PlaybackAccess = () => ({}),
): Hono {
  const app = new Hono();
  app.get('/:channel/:file', async (context) => {
    const { channel, file } = context.req.param();
    const kind = KINDS.find(({ name }) => name.test(file));
    const notFound = () => context.body(null, 404, { 'cache-control': 'max-age=1' });
    const { policy, mayPlay } = accessOf(channel);
    const origin = context.req.header('origin');
    if (policy) context.header('vary', 'origin');
    const isRefused =
      (policy && !isPlaybackAllowed(policy, file, origin)) ||
      (file.endsWith('.m3u8') && mayPlay?.(context.req.query('token')) === false);
    if (isRefused) return context.body(null, 403, { 'cache-control': 'max-age=1' });
    context.header('access-control-allow-origin', policy && origin ? origin : '*');
    if (!kind || !CHANNEL_FOLDER.test(channel)) return notFound();
    const directory = join(mediaDir, channel);
    if (context.req.method === 'GET' && (await isAnnounced(directory, file))) {
      const growing = await growingSegment(directory, file, context.req.raw.signal);
      const headers = { 'content-type': kind.type, 'cache-control': 'no-store' };
      if (growing) return context.body(growing, 200, headers);
    }
    const body = await readIfThere(join(directory, file));
    if (!body) return notFound();
    return context.body(body, 200, { 'content-type': kind.type, 'cache-control': kind.cacheControl });
  });
  return app;
}

async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
