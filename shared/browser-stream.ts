/** Live from the browser's camera: specification §3 (Browser stream start payload), §7 (`/browser-stream/*`) and §9. */
import * as z from 'zod/mini';
import { count, described, entity, Game, Id, Tags, Timestamp, Title } from './fields.ts';
import { MAX_BROADCAST_CHUNKS, MAX_CHUNK_BYTES, MAX_CHUNK_URLS } from './limits.ts';
import { routes } from './route.ts';

const Seq = z
  .int('must be a whole number')
  .check(
    z.gte(0, 'must be at least 0'),
    z.lt(MAX_BROADCAST_CHUNKS, 'is more than the longest broadcast has'),
  );

const Sha256 = z.string('must be text').check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'is not a SHA-256 in base64'));

export const BrowserStreamSetup = z.strictObject({
  title: Title,
  category: Game,
  tags: z._default(Tags, []),
  keep_replay: described(
    z.optional(z.boolean('must be true or false')),
    'Whether the broadcast becomes a video. Remembered where it is left out; one choice with that of `/streaming/start`',
  ),
  recording_id: described(
    z.optional(z.uuid('is not a UUID')),
    'Chosen by the recorder: starting again with the same one answers the same broadcast',
  ),
});
export type BrowserStreamSetup = z.infer<typeof BrowserStreamSetup>;

const StartedBrowserStream = entity('StartedBrowserStream', {
  stream_id: Id,
  playback_url: described(z.string(), 'The HLS playlist; there is none before the first seconds have come'),
});
export type StartedBrowserStream = z.infer<typeof StartedBrowserStream>;

const AnnouncedChunk = z.strictObject({
  seq: Seq,
  size: described(
    z
      .int('must be a number of bytes')
      .check(z.gte(1, 'must be at least 1'), z.lte(MAX_CHUNK_BYTES, 'is more than 4 MB')),
    'In bytes; storage takes no other length',
  ),
  sha256: described(Sha256, 'In base64; storage takes no other bytes'),
});
export type AnnouncedChunk = z.infer<typeof AnnouncedChunk>;

const NUMBER_OF_URLS = `must be from 1 to ${MAX_CHUNK_URLS}`;

/** Either `chunks`, which are recorded already, or `from` and `count`, which may still come. */
export const ChunkUrlsBody = z
  .strictObject({
    chunks: z.optional(
      z
        .array(AnnouncedChunk, 'must be a list')
        .check(z.minLength(1, NUMBER_OF_URLS), z.maxLength(MAX_CHUNK_URLS, NUMBER_OF_URLS)),
    ),
    from: z.optional(Seq),
    count: z.optional(
      z.int('must be a whole number').check(z.gte(1, NUMBER_OF_URLS), z.lte(MAX_CHUNK_URLS, NUMBER_OF_URLS)),
    ),
  })
  .check(
    z.refine(
      ({ chunks, from, count: urls }) =>
        chunks ? from === undefined && urls === undefined : from !== undefined && urls !== undefined,
      'must have either ‘chunks’ or both ‘from’ and ‘count’',
    ),
  );
export type ChunkUrlsBody = z.infer<typeof ChunkUrlsBody>;

const ChunkUrl = z.object({
  seq: z.int(),
  url: described(z.string(), 'PUT the chunk here. 412 says that it is stored already'),
  headers: described(z.record(z.string(), z.string()), 'To be sent with it, exactly so'),
});
export type ChunkUrl = z.infer<typeof ChunkUrl>;

export const ChunkUrls = entity('ChunkUrls', {
  uploads: z.array(ChunkUrl),
  stored: described(z.array(z.int()), 'Those of the asked-for that are stored already'),
});
export type ChunkUrls = z.infer<typeof ChunkUrls>;

const StoredChunk = entity('StoredChunk', { seq: z.int(), size: z.int() });
export type StoredChunk = z.infer<typeof StoredChunk>;

export const EndedBy = z.enum(['streamer', 'another broadcast', 'silence', 'length']);
export type EndedBy = z.infer<typeof EndedBy>;

/** How a broadcast stands; at its end the streamer's receipt. */
export const BrowserStream = entity('BrowserStream', {
  stream_id: Id,
  title: z.string(),
  status: described(
    z.enum(['live', 'finishing', 'ended']),
    '`finishing`: what came last is still being made ready. `ended`: the replay is whole',
  ),
  ended_by: z.nullable(EndedBy),
  started_at: Timestamp,
  ended_at: z.nullable(Timestamp),
  chunks: z.object({
    recorded: described(count(), 'As the recorder says at the end; until then, as far as is known'),
    stored: count(),
    lost: count(),
  }),
  missing: described(z.array(z.int()), 'Numbers of chunks that have not come, the first 100'),
  duration_s: z.number().check(z.gte(0)),
  keep_replay: described(z.boolean(), 'Whether it becomes a replay'),
  video_id: described(z.nullable(Id), 'The replay'),
});
export type BrowserStream = z.infer<typeof BrowserStream>;

const StreamParams = z.object({ stream_id: Id });

export const browserStreamRoutes = routes({
  'POST /browser-stream/start': {
    summary: 'Go live from the camera. An earlier broadcast of the caller’s camera ends',
    access: 'signed-in',
    body: BrowserStreamSetup,
    status: 201,
    response: StartedBrowserStream,
    errors: ['conflict', 'not_found', 'too_many_requests', 'unavailable'],
  },
  'POST /browser-stream/upload/{stream_id}': {
    summary:
      'Store chunks of the recording: answers presigned addresses; or takes one as a form, numbered by its field ‘seq’ or by the time in its file’s name',
    access: 'signed-in',
    params: StreamParams,
    body: ChunkUrlsBody,
    file: { field: 'chunk', response: StoredChunk },
    response: ChunkUrls,
    errors: ['not_found', 'forbidden', 'conflict', 'payload_too_large', 'unsupported_media_type'],
  },
  'POST /browser-stream/stop/{stream_id}': {
    summary: 'End the broadcast. Ended already: changes nothing but the number of chunks recorded',
    access: 'signed-in',
    params: StreamParams,
    body: z.strictObject({
      chunk_count: described(
        z.optional(
          z
            .int('must be a whole number')
            .check(z.gte(0, 'must be at least 0'), z.lte(MAX_BROADCAST_CHUNKS, 'is too large')),
        ),
        'How many chunks were recorded; those that are missing may still come for a day',
      ),
    }),
    bodyIsOptional: true,
    response: BrowserStream,
    errors: ['not_found', 'forbidden'],
  },
  'GET /browser-stream/{stream_id}': {
    summary: 'How a broadcast of the caller’s stands',
    access: 'signed-in',
    params: StreamParams,
    response: BrowserStream,
    errors: ['not_found', 'forbidden'],
  },
  'GET /browser-stream/{stream_id}/live.m3u8': {
    summary: 'The HLS playlist of a broadcast, for as long as it is live and a while longer',
    access: 'public',
    params: StreamParams,
    response: z.string(),
    contentType: 'application/vnd.apple.mpegurl',
    cache: { freshS: 1, staleWhileRevalidateS: 0 },
    errors: ['not_found'],
  },
});
