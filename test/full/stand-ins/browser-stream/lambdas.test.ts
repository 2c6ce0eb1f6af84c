import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '../../../../shared/videos/videos.ts';
import { announced, CameraCaller } from '../../../support/api/camera-caller.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../../support/api/local-api.ts';
import { parsePlaylist } from '../../../support/media/playlist-validator.ts';
import { recording } from '../../../support/media/recorded-stream.ts';

const CHUNKS = recording('keyframes-1s').chunks.map(({ bytes }) => Uint8Array.from(bytes));
const SOON = { timeout: 60_000, interval: 100 };

let site: LocalApi;
let caller: CameraCaller;
let ada: TestUser;
beforeAll(async () => {
  site = await startLocalApi({ storage: true, transcoder: {} });
  caller = await CameraCaller.on(site);
  ada = await site.aUser();
});
afterAll(() => site.close());

/** As the recorder does: asks for an address, and puts the chunk there. */
async function upload(id: string, seq: number): Promise<void> {
  const bytes = CHUNKS[seq]!;
  const { uploads } = await caller.urls(ada, id, { chunks: [announced(seq, bytes)] });
  for (const { url, headers } of uploads)
    expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200);
}

/** What the CDN serves below `/media`. */
async function media(url: string): Promise<Uint8Array> {
  const s3 = new S3Client({ forcePathStyle: true });
  const get = new GetObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key: url.slice(1) });
  return (await (await s3.send(get)).Body?.transformToByteArray()) ?? new Uint8Array();
}

describe('a broadcast through Lambdas, S3 and MediaConvert', () => {
  it('is watched live, and is a ready video within seconds of its end', async () => {
    const id = await caller.live(ada);
    for (const seq of CHUNKS.keys()) await upload(id, seq);
    const live = async (): Promise<string> => String((await caller.playlist(id)).body);
    await expect.poll(async () => (await live()).includes('#EXTINF'), SOON).toBe(true);
    expect(parsePlaylist(await live())).toMatchObject({ isEnded: false, targetDurationS: 4 });
    await caller.stopped(ada, id, CHUNKS.length);
    await expect.poll(async () => (await caller.status(ada, id)).status, SOON).toBe('ended');
    const receipt = await caller.status(ada, id);
    expect(receipt).toMatchObject({
      ended_by: 'streamer',
      chunks: { recorded: CHUNKS.length, stored: CHUNKS.length, lost: 0 },
      missing: [],
    });
    expect(receipt.duration_s).toBeGreaterThan(17);
    const answer = await site.api('GET', `/videos/${receipt.video_id}`);
    const video = answer.body as Video;
    expect(video).toMatchObject({ kind: 'replay', status: 'ready', duration_s: receipt.duration_s });
    expect(parsePlaylist(await live()).isEnded).toBe(true);
    for (const url of [video.playback_url, video.thumbnail_url, video.storyboard_url])
      expect((await media(url ?? '')).length, url ?? '').toBeGreaterThan(0);
    const poster = await media(video.thumbnail_url ?? '');
    expect([...poster.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(site.courier.failures).toEqual([]);
  });
});
