/** Live from the browser's camera: specification §3 (Browser stream start payload), §7 (`/browser-stream/*`) and §9. */
import * as z from 'zod/mini';
import { POLL_SLOTS } from '../plain/live/poll-slot.ts';
import { Curve } from './curve.ts';
import { broken } from '../base/errors.ts';
import { count, described, entity, Game, Id, Tags, Timestamp, Title, wholeNumber } from '../base/fields.ts';
import {
  MAX_BROADCAST_CHUNKS,
  MAX_BROADCAST_SEGMENTS,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_URLS,
  MAX_LIVE_PICTURE_BYTES,
  MAX_SEGMENT_UPLOAD_BYTES,
} from '../limits.ts';
import { routes } from '../base/route.ts';
import { LATEST } from '../plain/freshness.ts';

const Seq = z.int().check(z.gte(0), z.lte(MAX_BROADCAST_CHUNKS - 1));

const Sha256 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, broken('not_a_checksum')));

/** How a broadcast reaches its viewers. */
export const Way = described(
  z.enum(['direct', 'compatible']),
  '`direct`: the recorder sends segments that viewers get as they are. `compatible`: it sends chunks of a recording in WebM, which are transcoded',
);
export type Way = z.infer<typeof Way>;

export const BrowserStreamSetup = z.strictObject({
  title: Title,
  category: Game,
  tags: z._default(Tags, []),
  keep_replay: described(
    z.optional(z.boolean()),
    'Whether the broadcast becomes a video. Remembered where it is left out; one choice with that of `/streaming/start`',
  ),
  recording_id: described(
    z.optional(z.uuid()),
    'Chosen by the recorder, a secret of its own: starting again with the same one answers the same broadcast, and `/resume` needs it',
  ),
  way: described(z.optional(Way), 'Left out: compatible'),
});
export type BrowserStreamSetup = z.infer<typeof BrowserStreamSetup>;

const StartedBrowserStream = entity('StartedBrowserStream', {
  stream_id: Id,
  playback_url: described(z.string(), 'The HLS playlist; there is none before the first seconds have come'),
});
export type StartedBrowserStream = z.infer<typeof StartedBrowserStream>;

export const ResumedBrowserStream = entity('ResumedBrowserStream', {
  stream_id: Id,
  session: described(z.int(), 'Counts the pages that have recorded it, from 0; for `/pause`'),
  next_seq: described(
    z.int(),
    'A segment with this number, or a higher one, comes after all that are stored; of a compatible broadcast the number of the next chunk',
  ),
  from_s: described(z.number(), 'Now on the clock of the broadcast: no stored segment ends later'),
});
export type ResumedBrowserStream = z.infer<typeof ResumedBrowserStream>;

const ResumeBody = z.strictObject({
  recording_id: described(z.uuid(), 'As it was started; only the browser that started it knows it'),
  recorded: described(
    z.optional(z.int().check(z.gte(0), z.lte(MAX_BROADCAST_SEGMENTS))),
    'How many chunks earlier pages recorded, as far as the browser knows; of a direct broadcast not needed',
  ),
});
export type ResumeBody = z.infer<typeof ResumeBody>;

const AnnouncedChunk = z.strictObject({
  seq: Seq,
  size: described(z.int().check(z.gte(1), z.lte(MAX_CHUNK_BYTES)), 'In bytes; storage takes no other length'),
  sha256: described(z.optional(Sha256), 'In base64; where it is said, storage takes no other bytes'),
});
export type AnnouncedChunk = z.infer<typeof AnnouncedChunk>;

export const ChunkUrlsBody = z.strictObject({
  chunks: z.array(AnnouncedChunk).check(z.minLength(1), z.maxLength(MAX_CHUNK_URLS)),
});
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

const StoredSegment = entity('StoredSegment', {
  seq: z.int(),
  start_s: described(z.number(), 'On the clock of the recording'),
  duration_s: z.number(),
});
export type StoredSegment = z.infer<typeof StoredSegment>;

const PlaylistQuery = z.object({
  slot: described(
    z.optional(z.enum(POLL_SLOTS)),
    'The interval of 550 ms, of three in turn: caches keep answers for whole seconds, so each interval has its own key',
  ),
});

/** State of a broadcast; at its end the streamer's summary. */
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
    recorded: described(
      count(),
      'Segments count too. As the recorder says at the end; until then, as far as is known',
    ),
    stored: count(),
    lost: count(),
  }),
  missing: described(
    z.array(z.int()),
    'Numbers of chunks that have not come, the first 100; of segments, where it began so',
  ),
  missing_chunks: described(
    z.optional(z.array(z.int())),
    'The same of chunks, which have numbers of their own where a direct broadcast went on with them',
  ),
  duration_s: z.number().check(z.gte(0)),
  keep_replay: described(z.boolean(), 'Whether it becomes a replay'),
  video_id: described(z.nullable(Id), 'The replay'),
  cost_dollars: described(
    z.optional(z.number().check(z.gte(0))),
    'About what it has cost the site so far; left out if the site hides costs or has recorded none',
  ),
});
export type BrowserStream = z.infer<typeof BrowserStream>;

const StreamParams = z.object({ stream_id: Id });
const SegmentParams = z.object({
  stream_id: Id,
  seq: described(wholeNumber().check(z.gte(0), z.lt(MAX_BROADCAST_SEGMENTS)), 'From 0, without holes'),
});
const PlaylistParams = z.object({
  stream_id: Id,
  playlist: described(
    z.enum(['main.m3u8', 'small.m3u8', 'sound.m3u8']),
    '`sound` is main’s, without the picture; `small` is there where the recorder sends it',
  ),
});

const LivePlaylistParams = z.object({
  stream_id: Id,
  playlist: described(
    z.enum([...PlaylistParams.shape.playlist.options, 'captions.m3u8']),
    '`captions`: WebVTT; the others are those of pages of the past',
  ),
});

/** Pages of segments that chunks became are numbered from here on. */
export const FIRST_COMPATIBLE_PAGE = 1000;

const RewindPart = z.object({
  first_page: count(),
  last_page: described(count(), 'The newest one, which grows while the broadcast is live'),
  from: described(Timestamp, 'Recording time of the first segment'),
  to: described(Timestamp, 'End of the newest segment'),
});
export type RewindPart = z.infer<typeof RewindPart>;

/** How far a live stream can be rewound, and in which pages its playlists are. */
export const Rewind = entity('Rewind', {
  started_at: described(Timestamp, 'The zero of the time on air'),
  parts: described(
    z.array(RewindPart),
    'In order. Where a broadcast goes on in another way, its pages do so in another part',
  ),
  picture_url: described(
    z.nullable(z.string()),
    'Of a thumbnail; `{second}` stands for the time on air, a multiple of a minute in six digits. One may be missing',
  ),
});
export type Rewind = z.infer<typeof Rewind>;

const RewindParams = z.object({
  stream_id: Id,
  page: wholeNumber().check(z.gte(0), z.lt(10 * FIRST_COMPATIBLE_PAGE)),
  playlist: PlaylistParams.shape.playlist,
});
const HLS = 'application/vnd.apple.mpegurl';
const SegmentHeaders = z.object({
  'content-digest': described(
    z.optional(z.string().check(z.regex(/^sha-256=:[A-Za-z0-9+/]{43}=:$/, broken('not_a_checksum')))),
    'RFC 9530: `sha-256=:…:`. Where it is sent, other bytes are not taken',
  ),
});

export const browserStreamRoutes = routes({
  'POST /browser-stream/start': {
    summary: 'Go live from the camera. An earlier broadcast of the caller’s camera ends',
    access: 'signed-in',
    scope: 'stream:manage',
    body: BrowserStreamSetup,
    status: 201,
    response: StartedBrowserStream,
    errors: ['cap_reached', 'conflict', 'not_found', 'too_many_requests', 'busy'],
  },
  'POST /browser-stream/upload/{stream_id}': {
    summary:
      'Store chunks of the recording: answers presigned addresses; or takes one as a form, numbered by its field ‘seq’ or by the time in its file’s name',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    body: ChunkUrlsBody,
    file: { field: 'chunk', response: StoredChunk },
    response: ChunkUrls,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
      'too_many_requests',
      'busy',
    ],
  },
  'PUT /browser-stream/{stream_id}/segments/{seq}': {
    summary:
      'Publish a segment of a direct broadcast: one MP4 file of H.264 and AAC with its own `moov`, and maybe a small rendition of it behind. Again: changes nothing',
    access: 'signed-in',
    scope: 'stream:manage',
    params: SegmentParams,
    headers: SegmentHeaders,
    bytes: {
      types: ['video/mp4'],
      maxBytes: MAX_SEGMENT_UPLOAD_BYTES,
      tooLarge: 'segment_too_large',
    },
    response: StoredSegment,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
  'PUT /browser-stream/{stream_id}/picture': {
    summary: 'Show a picture of a direct broadcast. One in ten seconds is kept',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    bytes: {
      types: ['image/jpeg'],
      maxBytes: MAX_LIVE_PICTURE_BYTES,
      tooLarge: 'live_picture_too_large',
    },
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'PUT /browser-stream/{stream_id}/curve': {
    summary:
      'Keep what a fan meter has heard so far of a direct broadcast, for its replay. Again: takes the place of what was kept',
    access: 'signed-in',
    params: StreamParams,
    body: Curve,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'POST /browser-stream/{stream_id}/pause': {
    summary:
      'The page of a broadcast closes and may come back: viewers see that it is interrupted. It ends by silence',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    body: z.strictObject({
      session: described(
        z.int().check(z.gte(0), z.lte(MAX_BROADCAST_SEGMENTS)),
        'The page’s own, from `/resume`; 0 where it began the broadcast. Of an earlier page: changes nothing',
      ),
    }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden'],
  },
  'POST /browser-stream/{stream_id}/resume': {
    summary:
      'Continue a broadcast in another page of the browser that began it, until it has ended. Chunks from the answered number on are of another recording, whose first one contains a header',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    body: ResumeBody,
    response: ResumedBrowserStream,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
  'POST /browser-stream/stop/{stream_id}': {
    summary: 'End the broadcast. Ended already: changes nothing but the number of chunks recorded',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    body: z.strictObject({
      chunk_count: described(
        z.optional(z.int().check(z.gte(0), z.lte(MAX_BROADCAST_SEGMENTS))),
        'How many chunks, or segments, were recorded; those that are missing may still come for a day',
      ),
    }),
    bodyIsOptional: true,
    response: BrowserStream,
    errors: ['not_found', 'forbidden'],
  },
  'GET /browser-stream/{stream_id}': {
    summary: 'How a broadcast of the caller’s stands',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    response: BrowserStream,
    errors: ['not_found', 'forbidden'],
  },
  'GET /browser-stream/{stream_id}/live.m3u8': {
    summary:
      'The HLS playlist of a broadcast, for as long as it is live and a while longer. Of a direct one it is the multivariant playlist',
    access: 'public',
    params: StreamParams,
    query: PlaylistQuery,
    response: z.string(),
    contentType: HLS,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /browser-stream/{stream_id}/live/{playlist}': {
    summary: 'The HLS playlist of one rendition of a direct broadcast, or of its captions',
    access: 'public',
    params: LivePlaylistParams,
    query: PlaylistQuery,
    response: z.string(),
    contentType: HLS,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /browser-stream/{stream_id}/rewind': {
    summary: 'How far a broadcast can be rewound, for as long as it has a live playlist',
    access: 'public',
    params: StreamParams,
    response: Rewind,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': {
    summary:
      'The HLS playlist of a past stretch of a broadcast. A whole page has an end, never changes, and is kept by caches; one without segments is a gap',
    access: 'public',
    params: RewindParams,
    response: z.string(),
    contentType: HLS,
    cache: LATEST,
    errors: ['not_found'],
  },
});
