/** What is no video, and whose is another's: nothing comes of it, nothing of it stays. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../../shared/limits.ts';
import type { Video } from '../../../../shared/videos/videos.ts';
import { referenceFilm } from '../../../support/media/hostile-films.ts';
import type { Person } from '../../../support/site/people.ts';
import { H264, useMedia } from '../../../support/media/transcoder-media.ts';
import {
  ask,
  filesInStorage,
  publish,
  published,
  sendFile,
  uploaded,
} from '../../../support/site/video-uploads.ts';
import { useWorld } from '../../../support/browser/world.ts';

const world = useWorld();
const media = useMedia();
/** What was asked of the listener that hostile files name. */
const requests: string[] = [];
const trap = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end();
});
let trapUrl: string;
let gale: Person;
let zephyr: Person;
let clip: Uint8Array<ArrayBuffer>;

const make = async (name: string, seconds: number, ...options: string[]): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(readFileSync(await media(name, { seconds, codecs: [...H264, ...options] })));

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  [gale, zephyr, clip] = await Promise.all([
    world.person('GaleForce'),
    world.person('Zephyr'),
    make('clip.mp4', 3, '-movflags', 'faststart'),
  ]);
});
afterAll(() => new Promise((resolve) => trap.close(resolve)));

const stored = () => filesInStorage(world.site, world.dataDir);
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const playlist = (address: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${address}\n#EXT-X-ENDLIST\n`;
const unsupported = (detail: string) => ({ status: 415, body: { code: 'unsupported_media_type', detail } });

describe('a file that is no video is refused at upload and deleted', () => {
  const TAKEN = 'not a video. MP4, MOV and WebM files can be published.';
  const TEXT = `This file is a text file, ${TAKEN}`;

  it.each<[string, string, () => string]>([
    ['text named .mp4', TEXT, () => 'I am not a film.\n'.repeat(500)],
    ['a zip', `This file is a ZIP archive, ${TAKEN}`, () => `PK\x03\x04\x14\0\0\0\x08\0${'\0'.repeat(200)}`],
    ['a playlist that names an address', TEXT, () => playlist(`${trapUrl}/a.ts`)],
    ['a playlist that names a file of the machine', TEXT, () => playlist('file:///etc/passwd')],
    [
      'a list of files to join',
      TEXT,
      () => `ffconcat version 1.0\nfile '${trapUrl}/b.mp4'\nfile '/etc/passwd'\n`,
    ],
  ])('%s', async (_, words, text) => {
    const answer = await sendFile(world.site, gale, 'film.mp4', bytesOf(text()));
    expect(answer).toMatchObject(unsupported(words));
    expect(await stored()).toEqual([]);
  });
});

describe('a file that only begins as a video is refused at publishing and deleted', () => {
  const BROKEN = 'This file cannot be read as a video. It may be damaged or incomplete.';
  const SOUND = 'This file has only sound and no picture. Videos in MP4, MOV and WebM can be published.';

  it.each<[string, string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>]>([
    [
      'a playlist behind the head of an MP4',
      BROKEN,
      () => bytesOf(`\0\0\0\x18ftypisom\0\0\0\0isom\0\0\0\0${playlist(`${trapUrl}/c.ts`)}`),
    ],
    ['an MP4 cut off before its index', BROKEN, async () => (await make('cut.mp4', 3)).slice(0, 20_000)],
    ['sound alone', SOUND, () => make('hum.mp4', 3, '-vn')],
  ])('%s', async (_, words, bytes) => {
    const url = await uploaded(world.site, gale, 'film.mp4', await bytes());
    expect((await stored()).length).toBe(1);
    expect(await publish(world.site, gale, url, 'A film')).toMatchObject(unsupported(words));
    expect(await stored()).toEqual([]);
    expect(await gale.call('GET', `/videos?channel=${gale.id}`)).toEqual([]);
  });

  // spec: 5.11
  it('an empty file and one of 500 MB and one byte are refused before the upload', async () => {
    const announce = (size: number) =>
      ask(world.site, gale, 'POST', '/videos/upload', { filename: 'a.mp4', size, content_type: 'video/mp4' });
    expect(await sendFile(world.site, gale, 'empty.mp4', '')).toMatchObject({ status: 400 });
    expect(await announce(0)).toMatchObject({ status: 400, body: { detail: 'This file is empty.' } });
    expect(await announce(MAX_UPLOAD_BYTES + 1)).toMatchObject({
      status: 400,
      body: { detail: 'Size must be at most 500 MB.' },
    });
    expect(await stored()).toEqual([]);
  });
});

describe('a video whose fault appears during processing fails with a reason and is deleted', () => {
  it.each<[string, RegExp, () => Uint8Array<ArrayBuffer>]>([
    ['cut off after its index', /^This file is damaged/, () => clip.slice(0, clip.length / 2)],
    [
      'whose pictures lie elsewhere',
      /^This file (is damaged|cannot be read)/,
      () => referenceFilm(clip, trapUrl),
    ],
  ])('%s', async (what, reason, bytes) => {
    const url = await uploaded(world.site, gale, 'film.mp4', bytes());
    const { status, body } = await publish(world.site, gale, url, what);
    expect([status, body.detail]).toEqual([201, undefined]);
    const find = async () => (await gale.call('GET', `/videos/${body.id}`)) as Video;
    await expect.poll(async () => (await find()).status).toBe('failed');
    const failed = await find();
    expect(failed.reason).toMatch(reason);
    expect([failed.playback_url, failed.thumbnail_url]).toEqual([null, null]);
    await expect.poll(stored, { timeout: 30_000 }).toEqual([]);

    const { page } = await world.visitor(gale);
    await page.goto(`/channel/GaleForce/video/${failed.id}`);
    await page
      .getByRole('status')
      .getByText(failed.reason ?? '', { exact: true })
      .waitFor();
    await page.context().close();
    await gale.call('DELETE', `/videos/${failed.id}`);
  });
});

it('no address in the files was requested', async () => {
  await fetch(`${trapUrl}/by-the-test`);
  expect(requests).toEqual(['/by-the-test']);
});

describe('another user’s video', () => {
  let upload: string;
  let video: Video;

  // spec: 6.1
  it('cannot be published from their upload', async () => {
    upload = await uploaded(world.site, gale, 'mine.mp4', clip);
    const stolen = await publish(world.site, zephyr, upload, 'Mine now');
    expect(stolen).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const uploadId = upload.replace('/uploads/', '');
    expect(await ask(world.site, zephyr, 'GET', `/videos/upload/${uploadId}`)).toMatchObject({ status: 404 });
    await ask(world.site, zephyr, 'DELETE', `/videos/upload/${uploadId}`);
    expect(await stored()).toEqual([`videos/${gale.id}/${uploadId}`]);
  });

  it('is hidden while it is processed', async () => {
    // Large enough to be processed for a while, small enough for a form.
    const codecs = [...H264, '-crf', '40'];
    const path = await media('long.mp4', { size: '1280x720', seconds: 7, codecs });
    video = await published(world.site, gale, path, 'A quiet fan');
    const { page } = await world.visitor(zephyr);
    await page.goto(`/channel/GaleForce/video/${video.id}`);
    await page.getByRole('heading', { name: 'Video not found' }).waitFor();
    await page.goto('/channel/GaleForce');
    await page.getByText('GaleForce has not published any videos yet.').waitFor();
    const seen = (await gale.call('GET', `/videos/${video.id}`)) as Video;
    expect(seen.status, 'it was still being processed').toBe('processing');
    await page.context().close();
  });

  // spec: 6.1
  it('has no menu, and can be neither changed nor deleted', async () => {
    const find = async () => (await gale.call('GET', `/videos/${video.id}`)) as Video;
    await expect.poll(async () => (await find()).status, { timeout: 60_000 }).toBe('ready');
    const before = await find();
    // What it was made of goes a moment after; of Gale's other upload nothing was made.
    const sources = async () => (await stored()).filter((key) => key.startsWith('videos/'));
    await expect.poll(sources).toHaveLength(1);
    const files = await stored();
    const forbidden = { status: 403, body: { code: 'forbidden', detail: 'This video is not yours.' } };
    const path = `/videos/${video.id}`;
    expect(await ask(world.site, zephyr, 'PATCH', path, { title: 'Hijacked' })).toMatchObject(forbidden);
    expect(await ask(world.site, zephyr, 'DELETE', path)).toMatchObject(forbidden);
    expect(await find()).toEqual(before);
    expect(await stored()).toEqual(files);

    for (const [person, menus] of [
      [zephyr, 0],
      [gale, 1],
    ] as const) {
      const { page } = await world.visitor(person);
      await page.goto('/channel/GaleForce');
      await page.getByRole('link', { name: /A quiet fan/ }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'More for A quiet fan' }).count()).toBe(menus);
      await page.context().close();
    }
  });

  it('is deleted with its files by its owner', async () => {
    const { page } = await world.visitor(gale);
    await page.goto('/channel/GaleForce');
    await page.getByRole('button', { name: 'More for A quiet fan' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByText('Your uploads and the replays of your streams will be here.').waitFor();
    await expect.poll(stored).toEqual([`videos/${gale.id}/${upload.replace('/uploads/', '')}`]);
  });
});
