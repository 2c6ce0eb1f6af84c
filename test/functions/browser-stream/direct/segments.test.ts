import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHUNK_RECOVERY_MS, MAX_SEGMENT_UPLOAD_BYTES } from '#shared/limits.ts';
import { concatBytes, JPEG, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { jpegOf } from '#test/support/media/annotated-pictures.ts';
import { tries } from '#test/support/runner/effort.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { brokenSegments, flippedSegments } from '#test/support/media/broken-segments.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const SEGMENTS = makeSegments();
/** More than are looked at for what a broadcast offers. */
const LONG_S = 12;
const LONG = makeSegments({ seconds: LONG_S + 1, size: '160x96' });
const segment = (seq: number): Uint8Array<ArrayBuffer> => SEGMENTS[seq] ?? new Uint8Array();
const digestOf = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

let id: string;
const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];
beforeEach(async () => {
  id = await camera.live(ada, { way: 'direct' });
});

const playlist = async (rendition: string) =>
  parsePlaylist(
    expectSuccess('GET /browser-stream/{stream_id}/live/{playlist}', await camera.rendition(id, rendition)),
  );

describe('a segment', () => {
  it('is listed when its upload is answered', async () => {
    expectError(await camera.playlist(id), 'not_found');
    expectError(await camera.rendition(id, 'main'), 'not_found');
    const stored = await camera.segmentStored(ada, id, 0, segment(0));
    expect(stored).toMatchObject({ seq: 0, duration_s: 1 });
    const variants = expectSuccess('GET /browser-stream/{stream_id}/live.m3u8', await camera.playlist(id));
    expect(variants).toMatch(
      /CODECS="avc1\.[0-9A-F]{6},mp4a\.40\.2",RESOLUTION=320x180,FRAME-RATE=30\.000\n/,
    );
    for (const rendition of ['main', 'small', 'sound'])
      expect((await playlist(rendition)).segments).toMatchObject([{ durationS: 1 }]);
    const { body } = await site.api('GET', `/streamers/${ada.username}`);
    expect(body).toMatchObject({ is_live: true });
  });

  it('is listed without its small rendition when that is missing, as players ask once', async () => {
    const small = makeSegments({ seconds: 1, size: '160x90' });
    const variants = async () =>
      expectSuccess('GET /browser-stream/{stream_id}/live.m3u8', await camera.playlist(id));
    await camera.segmentStored(ada, id, 0, concatBytes(segment(0), small[0]!));
    const listed = /#EXT-X-STREAM-INF:(BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+).*RESOLUTION=160x90.*\n(.+)\n/;
    const [, rates, address] = listed.exec(await variants()) ?? [];
    expect(address).toBe('live/small.m3u8');
    const seqs = Array.from({ length: LONG_S }, (_, index) => index + 1);
    for (const seq of seqs) await camera.segmentStored(ada, id, seq, LONG[seq]!);
    expect(listed.exec(await variants())?.slice(1)).toEqual([rates, address]);
    const { segments } = await playlist('small');
    expect(segments.map(({ initUri }) => initUri)).toEqual([
      segments[0]!.initUri,
      ...seqs.map(() => expect.not.stringContaining(segments[0]!.initUri) as unknown),
    ]);
  });

  it('is idempotent, whatever the repeated body', async () => {
    const stored = await camera.segmentStored(ada, id, 0, segment(0));
    expect(await camera.segmentStored(ada, id, 0, segment(0))).toEqual(stored);
    expect(await camera.segmentStored(ada, id, 0, segment(1))).toEqual(stored);
    const twice = [1, 2].map(() => camera.segmentStored(ada, id, 1, segment(1)));
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    expect(await camera.broadcasts.find(id)).toMatchObject({ storedSegments: 2 });
    expect((await playlist('main')).segments).toHaveLength(2);
  });

  it('is accepted only with its digest', async () => {
    const right = { 'content-digest': digestOf(segment(0)) };
    const wrong = { 'content-digest': digestOf(segment(1)) };
    expectError(await camera.segment(ada, id, 0, segment(0), wrong), 'invalid_request');
    expectError(
      await camera.segment(ada, id, 0, segment(0), { 'content-digest': 'md5=:x:' }),
      'invalid_request',
    );
    expect((await camera.segment(ada, id, 0, segment(0), right)).status).toBe(200);
  });

  it('is accepted from the owner of a direct broadcast only', async () => {
    expectError(await camera.segment(undefined, id, 0, segment(0)), 'unauthenticated');
    expectError(await camera.segment(bea, id, 0, segment(0)), 'forbidden');
    expectError(await camera.segment(ada, '0'.repeat(26), 0, segment(0)), 'not_found');
    id = await camera.live(ada);
    expectError(await camera.segment(ada, id, 0, segment(0)), 'conflict');
  });

  it('that is invalid is refused with words', async () => {
    const send = (body: Uint8Array<ArrayBuffer>, headers = {}) => camera.segment(ada, id, 0, body, headers);
    const words = expectError(await send(new Uint8Array([1, 2, 3])), 'unsupported_media_type');
    expect(words).toMatch(/^This is not a segment of your broadcast\. .+\.$/);
    expectError(await send(segment(0), { 'content-type': 'video/webm' }), 'unsupported_media_type');
    expectError(await send(new Uint8Array(MAX_SEGMENT_UPLOAD_BYTES + 1)), 'payload_too_large');
    expectError(await camera.segment(ada, id, 60_000, segment(0)), 'invalid_request');
    expectError(await camera.rendition(id, 'main'), 'not_found');
  });

  it('after all recorded ones is refused at once when the broadcast ends', async () => {
    await camera.segmentStored(ada, id, 0, segment(0));
    await camera.stopped(ada, id, 1);
    expectError(await camera.segment(ada, id, 1, segment(1)), 'conflict');
    expect(await camera.broadcasts.find(id)).toMatchObject({ storedSegments: 1 });
  });

  it('recorded before the end is accepted for a day after it', async () => {
    await camera.segmentStored(ada, id, 0, segment(0));
    await camera.stopped(ada, id, 3);
    await camera.segmentStored(ada, id, 2, segment(2));
    expectError(await camera.segment(ada, id, 3, segment(3)), 'conflict');
    id = await camera.live(ada, { way: 'direct' });
    const atMs = Date.now() - CHUNK_RECOVERY_MS - 1000;
    await camera.broadcasts.end({ id, channelId: ada.id }, { atMs, by: 'streamer', chunkCount: 3 });
    expectError(await camera.segment(ada, id, 0, segment(0)), 'conflict');
  });
});

describe('invalid bytes in place of a segment', () => {
  it(
    'are neither listed, nor harm the broadcast, nor cause a server error',
    { timeout: 60_000 + tries(80) * 100 },
    async () => {
      await camera.segmentStored(ada, id, 0, segment(0));
      const right = { 'content-digest': digestOf(segment(1)) };
      const property = fc.asyncProperty(
        brokenSegments([segment(1)]),
        flippedSegments([segment(1)]),
        async (broken, flipped) => {
          expectError(await camera.segment(ada, id, 1, broken.bytes()), 'unsupported_media_type');
          expectError(await camera.segment(ada, id, 1, flipped.bytes(), right), 'invalid_request');
        },
      );
      await fc.assert(property, { numRuns: tries(80) });
      expect((await playlist('main')).segments).toHaveLength(1);
      await camera.segmentStored(ada, id, 1, segment(1));
      const { segments } = await playlist('main');
      expect(segments.map(({ discontinuity }) => discontinuity)).toEqual([0, 0]);
    },
  );

  it('are refused when their time does not fit', async () => {
    const words = async (seq: number, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
      expectError(await camera.segment(ada, id, seq, bytes), 'unsupported_media_type');
    await camera.segmentStored(ada, id, 5, segment(2));
    expect(await words(6, segment(1))).toContain('It begins before segment 5 ends');
    expect(await words(4, segment(3))).toContain('It ends after segment 5 begins');
    const later = makeSegments({ seconds: 1, encoding: ['-output_ts_offset', '40'] });
    expect(await words(9, later[0]!)).toContain('of a time that has not come yet');
  });
});

describe('the receipt of a direct broadcast', () => {
  it('counts segments, and names the missing ones after the end', async () => {
    for (const seq of [0, 2]) await camera.segmentStored(ada, id, seq, segment(seq));
    const chunks = { recorded: 3, stored: 2, lost: 0 };
    const live = await camera.status(ada, id);
    expect(live).toMatchObject({ status: 'live', chunks, missing: [1], duration_s: 3.021 });
    const { chunks: counted, missing } = await camera.stopped(ada, id, 4);
    expect([counted, missing]).toEqual([{ recorded: 4, stored: 2, lost: 2 }, [1, 3]]);
    for (const seq of [1, 3]) await camera.segmentStored(ada, id, seq, segment(seq));
    expect(await camera.status(ada, id)).toMatchObject({ chunks: { stored: 4, lost: 0 }, missing: [] });
  });
});

describe('the past of a direct broadcast', () => {
  it('is a page that caches keep once it is whole', async () => {
    expectError(await site.api('GET', `/browser-stream/${id}/rewind`), 'not_found');
    for (const seq of [0, 1]) await camera.segmentStored(ada, id, seq, segment(seq));
    const found = await site.api('GET', `/browser-stream/${id}/rewind`);
    const { parts, picture_url } = expectSuccess('GET /browser-stream/{stream_id}/rewind', found);
    expect(parts).toMatchObject([{ first_page: 0, last_page: 0 }]);
    expect(picture_url).toBe(`/media/videos/${ada.id}/${id}/picture-{second}.jpg`);
    const page = () => site.api('GET', `/browser-stream/${id}/rewind/0/main.m3u8`);
    expect((await page()).headers.get('cache-control')).toContain('s-maxage=1,');
    await camera.stopped(ada, id, 2);
    const whole = await page();
    expect(whole.headers.get('cache-control')).toContain('s-maxage=3600,');
    expect(parsePlaylist(String(whole.body))).toMatchObject({ type: 'VOD', segments: { length: 2 } });
    expectError(await site.api('GET', `/browser-stream/${id}/rewind/1/main.m3u8`), 'not_found');
  });
});

describe('a picture of a direct broadcast', () => {
  it('is shown on the channel’s card while live', async () => {
    await camera.segmentStored(ada, id, 0, segment(0));
    expectSuccess('PUT /browser-stream/{stream_id}/picture', await camera.picture(ada, id, JPEG));
    const { body } = await site.api('GET', `/streamers/${ada.username}`);
    expect(body).toMatchObject({
      live_thumbnail_url: expect.stringMatching(`/${id}/picture-000000.jpg$`) as unknown,
    });
    await camera.stopped(ada, id, 1);
    expectError(await camera.picture(ada, id, JPEG), 'conflict');
  });

  it('must be a JPEG from the owner', async () => {
    expectError(await camera.picture(bea, id, JPEG), 'forbidden');
    expectError(await camera.picture(ada, id, new Uint8Array(20)), 'unsupported_media_type');
    expectError(await camera.picture(ada, id, new Uint8Array(100_001)), 'payload_too_large');
    expectError(await camera.picture(ada, id, jpegOf(1920, 1200)), 'payload_too_large');
    expectSuccess(
      'PUT /browser-stream/{stream_id}/picture',
      await camera.picture(ada, id, jpegOf(1080, 1920)),
    );
  });
});
