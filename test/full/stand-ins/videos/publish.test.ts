import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_PART_BYTES } from '#shared/limits.ts';
import type { UploadedVideo, Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '#test/support/api/local-api.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { H264, useMedia, type Shape } from '#test/support/media/transcoder-media.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const media = useMedia();

let site: LocalApi;
let stage: VideosStage;
let ada: TestUser;
let clip: Uint8Array<ArrayBuffer>;

const make = async (name: string, shape: Shape): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await readFile(await media(name, shape)));

beforeAll(async () => {
  site = await startLocalApi({ storage: true, transcoder: { statusUpdateMs: 50 } });
  stage = new VideosStage(site);
  ada = await site.aUser();
  clip = await make('clip.mp4', {
    size: '640x360',
    seconds: 1.5,
    codecs: [...H264, '-movflags', 'faststart'],
  });
});
afterAll(async () => {
  stage.s3.destroy();
  await site.close();
});

const prefix = ({ channel_id, id }: Video): string => `media/videos/${channel_id}/${id}/`;
const textAt = async (url: string | null): Promise<string> => {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const at = { Bucket: site.storage?.mediaBucket ?? '', Key: (url ?? '').slice(1) };
  return (await (await stage.s3.send(new GetObjectCommand(at))).Body?.transformToString()) ?? '';
};

/** Expects no object and no item of this upload. */
async function expectNothingLeft(videoUrl: string): Promise<void> {
  const id = videoUrl.replace('/uploads/', '');
  await expect.poll(async () => (await stage.keys('uploads')).filter((key) => key.includes(id))).toEqual([]);
  expect((await stage.keys('media')).filter((key) => key.includes(id))).toEqual([]);
  const items = (await readAll(site.table)).filter(({ pk, sk }) => (pk + sk).includes(id));
  expect(items.map(({ sk }) => sk)).toEqual([]);
}

describe('a published upload', () => {
  // spec: 3.5
  it('is processing, and then ready with everything that a player needs', async () => {
    const details = { description: 'It hums', tags: ['calm', 'brass'], visibility: 'unlisted' };
    const url = await stage.upload(ada, clip);
    const video = expectSuccess('POST /videos/publish', await stage.publish(ada, url, details));
    expect(video).toMatchObject({
      ...details,
      id: url.replace('/uploads/', ''),
      channel_id: ada.id,
      username: ada.username,
      kind: 'upload',
      status: 'processing',
      playback_url: null,
      views: 0,
      likes: 0,
    });
    const ready = await stage.ended(video.id, ada);
    expect(ready).toMatchObject({
      status: 'ready',
      percent: 100,
      reason: null,
      playback_url: `/${prefix(video)}video.m3u8`,
      thumbnail_url: `/${prefix(video)}poster.0000001.jpg`,
      storyboard_url: `/${prefix(video)}storyboard.vtt`,
    });
    expect(ready.duration_s).toBeCloseTo(1.5, 1);
    expect(await textAt(ready.playback_url)).toContain('video_360p.m3u8');
    const vtt = await textAt(ready.storyboard_url);
    expect(vtt).toMatch(
      /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.\d{3}\nstoryboard\.0000000\.jpg#xywh=0,0,160,90\n$/,
    );
    expect(await stage.keys('media')).toContain(`${prefix(video)}storyboard.0000000.jpg`);
    expect((await stage.keys('uploads')).filter((key) => key.includes(video.id))).toEqual([]);
  });

  it('shows its progress, which only rises', async () => {
    const before = site.courier.raised.length;
    const { id } = await stage.video(ada, clip);
    await stage.ended(id, ada);
    const statuses = site.courier.raised.slice(before).map(({ detail }) => detail['status']);
    expect(statuses).toEqual(expect.arrayContaining(['PROGRESSING', 'STATUS_UPDATE', 'COMPLETE']));
  });

  // spec: 7.13
  it('makes one video, even from simultaneous requests', async () => {
    const url = await stage.upload(ada, clip);
    const before = await stage.site.api('GET', `/videos?channel=${ada.id}`, { token: ada.token });
    const answers = await Promise.all([1, 2, 3].map(() => stage.publish(ada, url)));
    const ids = answers.map(({ status, body }) => [status, (body as Video).id]);
    expect(ids).toEqual(Array.from({ length: 3 }, () => [201, url.replace('/uploads/', '')]));
    await stage.ended((answers[0]!.body as Video).id, ada);
    expect((await stage.publish(ada, url)).body).toMatchObject({ status: 'ready' });
    const after = await stage.site.api('GET', `/videos?channel=${ada.id}`, { token: ada.token });
    expect(Number(after.headers.get('x-total-count'))).toBe(Number(before.headers.get('x-total-count')) + 1);
    const jobs = site.courier.raised.filter(
      ({ detail }) =>
        detail['status'] === 'COMPLETE' && JSON.stringify(detail).includes(url.replace('/uploads/', '')),
    );
    expect(jobs).toHaveLength(1);
  });

  it('as a form or without sound becomes ready', async () => {
    const data = new FormData();
    data.set('file', new File([clip], 'fan.mp4'));
    const sent = await site.api('POST', '/videos/upload', { token: ada.token, body: data });
    const published = await stage.publish(ada, (sent.body as UploadedVideo).video_url);
    const silent = await stage.video(ada, await make('mute.mov', { sound: false, seconds: 1, codecs: H264 }));
    expect(await stage.ended((published.body as Video).id, ada)).toMatchObject({ status: 'ready' });
    expect(await stage.ended(silent.id, ada)).toMatchObject({ status: 'ready' });
  });
});

describe('cancelling an upload', () => {
  it('is refused while it is processed', async () => {
    const url = await stage.upload(ada, clip);
    const { id } = (await stage.publish(ada, url)).body as Video;
    const answer = await site.api('DELETE', `/videos/upload/${id}`, { token: ada.token });
    expect(expectError(answer, 'conflict')).toMatch(/Delete the video instead/);
    expect(await stage.ended(id, ada)).toMatchObject({ status: 'ready' });
  });
});

describe('a file that is not a video is refused and deleted', () => {
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n';
  const text = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(value, 'latin1'));

  const TEXT = 'This file is a text file, not a video.';

  it.each([
    ['text named .mp4', TEXT, text('I am not a film.\n'.repeat(100))],
    ['a zip file', 'This file is a ZIP archive, not a video.', text(`PK\x03\x04${'\0'.repeat(100)}`)],
    ['a playlist that names other addresses', TEXT, text(playlist)],
    ['a list of files to join', TEXT, text('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['HTML', TEXT, text('<html><script>alert(1)</script></html>')],
    ['SVG', TEXT, text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    [
      'a photo of a phone',
      'This file is a picture, not a video.',
      text(`\0\0\0\x18ftypheic${'\0'.repeat(100)}`),
    ],
    ['one byte', 'This file is not a video.', text('\0')],
  ])('%s is refused when it is uploaded', async (_, what, bytes) => {
    const upload = await stage.begin(ada, bytes.length);
    const parts = await stage.sendParts(upload, bytes);
    const answer = await stage.complete(ada, upload.upload_id, parts);
    const words = expectError(answer, 'unsupported_media_type');
    expect(words).toBe(`${what} MP4, MOV and WebM files can be published.`);
    await expectNothingLeft(upload.video_url);
    expectError(await stage.publish(ada, upload.video_url), 'not_found');
    const data = new FormData();
    data.set('file', new File([bytes], 'fan.mp4'));
    const form = await site.api('POST', '/videos/upload', { token: ada.token, body: data });
    expect(expectError(form, 'unsupported_media_type')).toBe(words);
    await expect.poll(() => stage.keys('uploads')).toEqual([]);
  });

  it.each([
    ['MP4', 'hum.mp4', ['-c:a', 'aac']],
    ['WebM', 'hum.webm', ['-c:a', 'libopus']],
  ])('audio only in %s is refused', async (_, name, codecs) => {
    const url = await stage.upload(ada, await make(name, { picture: false, seconds: 1, codecs }));
    const words = expectError(await stage.publish(ada, url), 'unsupported_media_type');
    expect(words).toBe(
      'This file has only sound and no picture. Videos in MP4, MOV and WebM can be published.',
    );
    await expectNothingLeft(url);
  });

  it.each([
    ['a truncated MP4', async () => (await make('cut.mp4', { seconds: 2, codecs: H264 })).slice(0, 8000)],
    ['the first box of an MP4 alone', () => text(`\0\0\0\x18ftypisom${'\0'.repeat(12)}`)],
    ['the head of a WebM before noise', () => text(`\x1a\x45\xdf\xa3${'noise'.repeat(400)}`)],
    ['a playlist behind the head of an MP4', () => text(`\0\0\0\x18ftypisom\0\0\0\0isom${playlist}`)],
  ])('%s is refused when it is published', async (_, bytes) => {
    const url = await stage.upload(ada, Uint8Array.from(await bytes()));
    const words = expectError(await stage.publish(ada, url), 'unsupported_media_type');
    expect(words).toBe('This file cannot be read as a video. It may be damaged or incomplete.');
    await expectNothingLeft(url);
  });

  it('with undecodable pictures fails with a reason, and keeps its entry only', async () => {
    const broken = Uint8Array.from(clip);
    const start = Buffer.from(broken).indexOf('mdat') + 8;
    broken.fill(0, start);
    const video = await stage.video(ada, broken);
    const failed = await stage.ended(video.id, ada);
    expect(failed).toMatchObject({ status: 'failed', playback_url: null, thumbnail_url: null });
    expect(failed.reason).toMatch(/^This file (is damaged|cannot be read)/);
    await expect.poll(() => stage.keys('media', prefix(video))).toEqual([]);
    expect((await stage.keys('uploads')).filter((key) => key.includes(video.id))).toEqual([]);
    expectError(await site.api('GET', `/videos/${video.id}`), 'not_found');
    expect((await stage.publish(ada, `/uploads/${video.id}`)).body).toMatchObject({ status: 'failed' });
  });
});

describe('a file whose video would cost too much is refused and deleted', () => {
  /** A few frames, hours apart: a small file that would become a long video. */
  const slow = async (name: string, shape: Partial<Shape> & { readonly hours: number }) => {
    const few = { seconds: shape.hours * 3600, rate: 1 / 600, sound: false, codecs: H264, ...shape };
    const film = await make(name, few);
    expect(film.length).toBeLessThan(1_000_000);
    return film;
  };

  it.each([
    [
      '100 hours, a picture in ten minutes',
      'payload_too_large',
      'Videos can last at most 12 hours.',
      { hours: 100, size: '64x36' },
    ],
    [
      'four hours in 4K',
      'payload_too_large',
      'Videos of 3840 × 2160 can last at most 3 hours.',
      { hours: 4, size: '3840x2160', rate: 1 / 7200 },
    ],
  ] as const)('%s is too costly', async (what, code, words, shape) => {
    const url = await stage.upload(ada, await slow(`${what}.mp4`, shape));
    expect(expectError(await stage.publish(ada, url), code)).toBe(words);
    await expectNothingLeft(url);
  });

  it('a file without a declared duration is measured', async () => {
    const live = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-live', '1', '-f', 'webm'];
    const shape = { size: '64x36', seconds: 13 * 3600, rate: 1 / 600, sound: false };
    const url = await stage.upload(ada, await make('long.webm', { ...shape, codecs: live }));
    const words = expectError(await stage.publish(ada, url), 'payload_too_large');
    expect(words).toBe('Videos can last at most 12 hours.');
    await expectNothingLeft(url);
  });
});

describe('a video that is deleted during processing', () => {
  it('leaves neither files nor jobs', async () => {
    const long = await make('long.mp4', { size: '1280x720', seconds: 6, codecs: H264 });
    expect(long.length).toBeLessThan(UPLOAD_PART_BYTES);
    const video = await stage.video(ada, long);
    const answer = await site.api('DELETE', `/videos/${video.id}`, { token: ada.token });
    expect(answer.status).toBe(204);
    expectError(await site.api('GET', `/videos/${video.id}`, { token: ada.token }), 'not_found');
    await expect
      .poll(() => site.courier.raised.some(({ detail }) => detail['status'] === 'CANCELED'))
      .toBe(true);
    await site.courier.settled();
    await expectNothingLeft(`/uploads/${video.id}`);
  });
});

it('every event of these jobs was handled without an error', async () => {
  await site.courier.settled();
  expect([site.courier.raised.length > 50, site.courier.failures]).toEqual([true, []]);
});
