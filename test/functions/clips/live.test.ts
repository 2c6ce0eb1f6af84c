import { randomUUID } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { JPEG, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const SEGMENTS = makeSegments({ seconds: 9 });

const site = await localApi({ ivs: true, storage: true });
const camera = await CameraCaller.on(site);
const stage = new VideosStage(site);
const viewer = await site.aUser();

/** A direct broadcast of nine seconds that goes on; `atMs` is when its first picture was made. */
async function live(change: object = {}) {
  const streamer = await site.aUser();
  const id = await camera.live(streamer, { way: 'direct', ...change });
  for (const [seq, segment] of SEGMENTS.entries())
    await camera.segmentStored(streamer, id, seq, segment.slice());
  await camera.picture(streamer, id, JPEG);
  const { body } = await camera.rendition(id, 'main');
  const atMs = Date.parse(/PROGRAM-DATE-TIME:(.*)/.exec(String(body))?.[1] ?? '');
  return { streamer, id, atMs };
}

const make = (channel: TestUser, atMs: number, [from, until]: readonly [number, number]) =>
  site.api('POST', '/clips', {
    token: viewer.token,
    body: {
      kind: 'live',
      id: channel.id,
      from_ms: atMs + from,
      until_ms: atMs + until,
      title: 'Starting up',
    },
  });
const ask = (id: string) => site.api('GET', `/clips/${id}`);
const filesOf = ({ channel_id, id }: Clip) => stage.keys('media', `media/clips/${channel_id}/${id}/`);

describe('a clip of a live camera broadcast', () => {
  it('exists while it is live, with its segments, renditions and init segments', async () => {
    const { streamer, atMs } = await live();
    const clip = expectSuccess('POST /clips', await make(streamer, atMs, [2250, 7750]));
    expect(clip).toMatchObject({ start_s: 0.25, duration_s: 5.5, source: null, visibility: 'public' });
    const names = await filesOf(clip);
    // Six files of main and six of its sound alone, a header and a playlist of each, the list of both, and a picture.
    expect(names.filter((name) => name.endsWith('.m4s'))).toHaveLength(12);
    expect(names.filter((name) => name.endsWith('.mp4'))).toHaveLength(2);
    expect(names.filter((name) => name.endsWith('.m3u8'))).toHaveLength(3);
    expect(names.some((name) => `/${name}` === clip.thumbnail_url)).toBe(true);
  });

  it('has the captions that were visible in it, at the positions of its segments', async () => {
    const { streamer, id, atMs } = await live();
    const caption = async (text: string, sinceMs: number, duration_s: number) => {
      const at = new Date(atMs + sinceMs).toISOString();
      const body = { id: randomUUID(), at, text, duration_s, language: 'en' };
      expectSuccess(
        'POST /browser-stream/{stream_id}/captions',
        await site.api('POST', `/browser-stream/${id}/captions`, { token: streamer.token, body }),
      );
    };
    await caption('Long before', 0, 1.5);
    await caption('On & on', 1000, 2);
    await caption('Around', 4000, 1.5);
    const clip = expectSuccess('POST /clips', await make(streamer, atMs, [2250, 7750]));
    expect(clip.captions).toMatchObject([{ language: 'en', label: 'English' }]);
    const Key = clip.captions![0]!.url.slice(1);
    const file = new GetObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key });
    // Its segments begin at 2 s.
    expect(await (await stage.s3.send(file)).Body?.transformToString()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nOn &amp; on\n\n00:00:02.000 --> 00:00:03.500\nAround\n',
    );
  });

  it('links to the replay once it exists, and is deleted with it', async () => {
    const { streamer, id, atMs } = await live();
    const { id: clipId } = expectSuccess('POST /clips', await make(streamer, atMs, [2000, 8000]));
    const { video_id } = await camera.stopped(streamer, id, SEGMENTS.length);
    const clip = expectSuccess('GET /clips/{id}', await ask(clipId));
    expect(clip.source).toMatchObject({ video_id });
    expect(clip.source?.at_s).toBeCloseTo(2, 1);
    await site.api('DELETE', `/videos/${video_id}`, { token: streamer.token });
    expectError(await ask(clipId), 'not_found');
    expect(await filesOf(clip)).toEqual([]);
  });

  it('can be made for a while after the end', async () => {
    const { streamer, id, atMs } = await live();
    await camera.stopped(streamer, id, SEGMENTS.length);
    expectSuccess('POST /clips', await make(streamer, atMs, [0, 6000]));
  });

  it('is refused for a time in the future, long past or before the start', async () => {
    const { streamer, atMs } = await live();
    expectError(await make(streamer, atMs, [7000, 13_000]), 'conflict');
    expectError(await make(streamer, atMs, [-400_000, -390_000]), 'conflict');
    expectError(await make(streamer, atMs, [-3000, 4000]), 'conflict');
  });
});
