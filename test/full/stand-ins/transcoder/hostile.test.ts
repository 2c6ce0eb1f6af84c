import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { useTranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';

const stage = useTranscoderStage();
const media = useMedia();
const secrets = mkdtempSync(join(tmpdir(), 'fanfare-secret-'));
const requests: string[] = [];
const trap = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end();
});
let trapUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
afterAll(() => {
  trap.close();
  rmSync(secrets, { recursive: true });
});

/** Tries to transcode it without probing it; must create no output. */
async function refused(name: string, body: Uint8Array | string): Promise<{ code: number; message: string }> {
  const inputUri = await stage.put(name, body);
  const job = await stage.ended(await stage.create(videoJob(inputUri, `out/${name}/`)));
  expect(job.Status).toBe('ERROR');
  expect(await stage.files(`out/${name}/`)).toEqual([]);
  expect(job.ErrorMessage).not.toContain(stage.dataDir);
  return { code: job.ErrorCode!, message: job.ErrorMessage! };
}

describe('a file that is not a video is unreadable (1010), and Probe finds no format', () => {
  it.each([
    ['text.mp4', 'I am not a film.\n'.repeat(500)],
    ['empty.mp4', ''],
    ['zip.mp4', Buffer.from('504b0304140000000800', 'hex')],
    [
      'noise.webm',
      Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251)),
    ],
    ['picture.mp4', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
  ])('%s', async (name, body) => {
    expect(await refused(name, body)).toMatchObject({ code: 1010 });
    expect(await stage.facts(`s3://fanfare-media/in/${name}`)).toBeUndefined();
  });
});

describe('a file that refers to others', () => {
  it('causes no request', async () => {
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${trapUrl}/segment.ts\n#EXT-X-ENDLIST\n`;
    const dash = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${trapUrl}/</BaseURL></MPD>`;
    const sdp = `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`;
    const list = `ffconcat version 1.0\nfile '${trapUrl}/part.mp4'\n`;
    for (const [name, body] of Object.entries({
      'hls.mp4': hls,
      'dash.mp4': dash,
      'sdp.mp4': sdp,
      'list.mp4': list,
    })) {
      expect(await refused(name, body), name).toMatchObject({ code: 1010 });
      expect(await stage.facts(`s3://fanfare-media/in/${name}`)).toBeUndefined();
    }
    expect(requests).toEqual([]);
  });

  it('causes no request for media whose data reference is a URL', async () => {
    const clip = readFileSync(await media('elsewhere.mp4', { seconds: 1, codecs: H264 }));
    const { code } = await refused('reference.mp4', referenceFilm(clip, trapUrl));
    expect([1010, 1076]).toContain(code);
    expect(requests).toEqual([]);
  });

  it('reads no local file', async () => {
    const secret = join(secrets, 'secret.mp4');
    writeFileSync(secret, readFileSync(await media('secret.mp4', { seconds: 1, codecs: H264 })));
    const list = `ffconcat version 1.0\nfile '${secret}'\n`;
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
    expect(await refused('local-list.mp4', list)).toMatchObject({ code: 1010 });
    expect(await refused('local-hls.mp4', hls)).toMatchObject({ code: 1010 });
  });
});

describe('a truncated video', () => {
  it('before its index is unreadable (1010), and Probe says that it is broken', async () => {
    const whole = readFileSync(await media('whole.mp4', { codecs: H264 }));
    expect(await refused('headless.mp4', whole.subarray(0, whole.length / 2))).toMatchObject({
      code: 1010,
      message: expect.stringContaining('headless.mp4'),
    });
    await expect(stage.facts('s3://fanfare-media/in/headless.mp4')).rejects.toMatchObject({
      name: 'UnprocessableEntityException',
      $metadata: { httpStatusCode: 422 },
    });
  });

  it('after its index plays up to there', async () => {
    const path = await media('index-first.mp4', { seconds: 4, codecs: [...H264, '-movflags', '+faststart'] });
    const whole = readFileSync(path);
    const inputUri = await stage.put('short.mp4', whole.subarray(0, whole.length / 2));
    const job = await stage.ended(await stage.create(videoJob(inputUri, 'short')));
    expect(job.Status).toBe('COMPLETE');
  });
});

it('a video with undecodable packets ends early (1076)', async () => {
  const path = await media('index-first.mp4', { codecs: [...H264, '-movflags', '+faststart'] });
  const blank = readFileSync(path);
  blank.fill(0, blank.indexOf('mdat') + 8);
  expect(await refused('blank.mp4', blank)).toMatchObject({ code: 1076 });
});

it('a picture larger than MediaConvert’s limit is refused (1040)', async () => {
  const codecs = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];
  const path = await media('huge.mkv', { size: '9000x4400', rate: 1, seconds: 1, sound: false, codecs });
  expect(await refused('huge.mkv', readFileSync(path))).toMatchObject({ code: 1040 });
});

/** Boxes that contain the list of data references (ISO 14496-12 §8.7.2). */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);

/** Returns an MP4 without media data: each track's data reference contains that address. */
function referenceFilm(mp4: Uint8Array, url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(rebuilt(Buffer.from(mp4), url));
}

function rebuilt(boxes: Buffer, url: string): Buffer {
  const built: Buffer[] = [];
  for (let at = 0; at < boxes.length; at += boxes.readUInt32BE(at)) {
    const whole = boxes.subarray(at, at + boxes.readUInt32BE(at));
    const type = whole.toString('latin1', 4, 8);
    if (type === 'mdat') continue;
    if (type === 'dref') built.push(references(url));
    else if (CONTAINERS.has(type)) built.push(box(type, rebuilt(whole.subarray(8), url)));
    else built.push(whole);
  }
  return Buffer.concat(built);
}

/** One entry; without the flag "self-contained", its address follows. */
function references(url: string): Buffer {
  const versionAndFlags = Buffer.alloc(4);
  const count = Buffer.from([0, 0, 0, 1]);
  const entry = box('url ', Buffer.concat([versionAndFlags, Buffer.from(`${url}\0`)]));
  return box('dref', Buffer.concat([versionAndFlags, count, entry]));
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
