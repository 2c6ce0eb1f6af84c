/** A channel's own emotes, and what attackers try with them. */
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PictureType } from '#functions/pictures/files/picture-type.ts';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import type { ChannelEmotes } from '#shared/community/channel-emotes.ts';
import { EMOTE_CODE_MIN_LENGTH, MAX_EMOTES, MAX_PICTURE_BYTES } from '#shared/limits.ts';
import { SITE_EMOTES } from '#shared/plain/site-emotes.ts';
import { emotesRepository } from '#functions/chat/rooms/emotes/emotes.repository.ts';
import { exportOwnRoom } from '#functions/chat/rooms/person-rooms.repository.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { type ApiAnswer, localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, caseOf, decided, queueOf, report } from '#test/support/api/moderation/moderators.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { pngChunk, pngOf } from '#test/support/media/annotated-pictures.ts';
import { avifOf, GIF_LOOP, gifComment, gifFrame, gifOf } from '#test/support/media/emote-pictures.ts';

let ada: TestUser;
let bea: TestUser;
const site = await localApi({ storage: true });
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
});

async function upload(bytes: Uint8Array<ArrayBuffer>, type: PictureType, by = ada): Promise<ApiAnswer> {
  const body = { content_type: type, size: bytes.length };
  const asked = await site.api('POST', '/pictures', { token: by.token, body });
  const { picture_id, url, fields } = asked.body as PictureUpload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
  return site.api('POST', `/pictures/${picture_id}/complete`, { token: by.token });
}

const aPicture = ({ id }: TestUser = ada, extension = 'png') =>
  `/media/pictures/${id}/${ulid()}.${extension}`;
const put = (code: string, picture_url = aPicture(), by = ada, alt = 'A fan that dances') =>
  site.api('PUT', `/rooms/${ada.id}/emotes/${code}`, { token: by.token, body: { picture_url, alt } });
const remove = (code: string, by = ada) =>
  site.api('DELETE', `/rooms/${ada.id}/emotes/${code}`, { token: by.token });
const added = async (...given: Parameters<typeof put>) =>
  expectSuccess('PUT /rooms/{id}/emotes/{code}', await put(...given)).emotes;
const list = async (): Promise<ChannelEmotes['emotes']> =>
  expectSuccess('GET /rooms/{id}/emotes', await site.api('GET', `/rooms/${ada.id}/emotes`)).emotes;
const codes = async () => (await list()).map(({ code }) => code);

describe('a channel’s own emotes', () => {
  it('are added with their alternative text, read by everybody, and removed', async () => {
    const animation = gifOf(2, 1, GIF_LOOP, gifFrame(2, 1), gifFrame(2, 1));
    const { url } = (await upload(animation, 'image/gif')).body as Picture;
    expect(await added('Hype', url)).toEqual([
      {
        id: /([0-9A-Z]{26})\.moving\.gif$/.exec(url)?.[1],
        code: 'hype',
        alt: 'A fan that dances',
        url,
        still_url: url.replace('.moving.', '.still.'),
      },
    ]);
    expect(await added('agh')).toMatchObject([{ code: 'agh', still_url: null }, { code: 'hype' }]);
    expect(await codes()).toEqual(['agh', 'hype']);
    const left = expectSuccess('DELETE /rooms/{id}/emotes/{code}', await remove('HYPE'));
    expect(left.emotes).toMatchObject([{ code: 'agh' }]);
    expectSuccess('DELETE /rooms/{id}/emotes/{code}', await remove('hype'));
    expect(await codes()).toEqual(['agh']);
    // The tick deletes both files.
    const works = (await readAll(site.table)).filter(
      ({ pk, sk }) => url.includes(pk.slice(6)) && sk === 'WORK',
    );
    expect(JSON.stringify(works)).toContain(url);
  });

  it('are added once, however often the request is repeated, and change their text', async () => {
    const url = aPicture();
    await Promise.all([put('hype', url), put('hype', url), put('cheer')]);
    expect(await codes()).toEqual(['cheer', 'hype']);
    expect(await added('hype', url, ada, 'A fan that sleeps')).toHaveLength(2);
    expect((await list())[1]).toMatchObject({ alt: 'A fan that sleeps', url });
  });

  it('are at most thirty', async () => {
    const emotes = Array.from({ length: MAX_EMOTES - 1 }, (_, at) => {
      const code = `hype${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at < 26 ? '' : 'z'}`;
      return { id: ulid(), code, alt: 'A fan', url: aPicture() };
    });
    const none = { emotes: [], version: 0 };
    expect(await emotesRepository(site.table).replace(ada.id, none, emotes)).toBe(true);
    await added('last');
    expect(expectError(await put('another'), 'conflict')).toContain('30 emotes');
    expect(await list()).toHaveLength(MAX_EMOTES);
  });

  it('are in the export of the person’s data', async () => {
    await added('hype');
    const [room] = (await exportOwnRoom(site.table, ada.id)) as [object];
    expect(room).toMatchObject({ kind: 'emotes', emotes: [{ code: 'hype', alt: 'A fan that dances' }] });
  });
});

describe('an emote is refused', () => {
  it('with the code of an emote of the site, in any case', async () => {
    for (const code of SITE_EMOTES.filter(({ length }) => length >= EMOTE_CODE_MIN_LENGTH)) {
      expectError(await put(code), 'conflict');
      expectError(await put(code.toUpperCase()), 'conflict');
    }
  });

  it('with a code that the channel has, in any case', async () => {
    await added('hype');
    expectError(await put('hype'), 'conflict');
    expect(expectError(await put('hYPe'), 'conflict')).toContain('hype');
    expect(await list()).toHaveLength(1);
  });

  it('with anything but 3 to 20 letters', async () => {
    const wrong = ['ab', 'a'.repeat(21), 'hype1', 'hy_pe', 'h%C3%A4pe', '%3Ahype%3A', 'hype%00'];
    for (const code of wrong) expectError(await put(code), 'invalid_request');
  });

  it('without an alternative text, and with a picture from elsewhere', async () => {
    expectError(await put('hype', aPicture(), ada, ' '), 'invalid_request');
    for (const url of ['https://evil.example/x.png', '/media/pictures/x.svg', aPicture(ada, 'svg'), ''])
      expectError(await put('hype', url), 'invalid_request');
    expectError(await put('hype', aPicture(bea)), 'forbidden');
  });

  it('with the picture of another emote, because both would be deleted with one', async () => {
    const url = aPicture();
    await added('hype', url);
    expectError(await put('cheer', url), 'conflict');
  });

  it('in someone else’s channel, also of its moderators, and to visitors', async () => {
    const appointed = { token: ada.token };
    await site.api('PUT', `/rooms/${ada.id}/moderators/${bea.username}`, appointed);
    await added('hype');
    expectError(await put('cheer', aPicture(bea), bea), 'forbidden');
    expectError(await remove('hype', bea), 'forbidden');
    expect((await site.api('DELETE', `/rooms/${ada.id}/emotes/hype`)).status).toBe(401);
    expect(await codes()).toEqual(['hype']);
  });

  it('of a suspended account, whose emotes are hidden', async () => {
    await added('hype');
    expectSuccess('POST /reports', await report(site, bea, { kind: 'channel', id: ada.id }));
    await decided(site, moderator, `channel.${ada.id}`, { act: 'suspend', reason: 'hate', days: 1 });
    expectError(await put('cheer'), 'suspended');
    expectError(await remove('hype'), 'suspended');
    await site.deliver({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
    expectError(await site.api('GET', `/rooms/${ada.id}/emotes`), 'not_found');
  });
});

describe('an uploaded file is no emote', () => {
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['an HTML page', '<script>alert(1)</script>'],
    ['a script that begins as a GIF does', 'GIF89a/*\x01\x01\x01\x01*/=1;alert(1)'],
    ['a script that begins as an AVIF does', '\0\0\0\x20ftypavif<script>alert(1)</script>'],
  ])('if it is %s', async (_, text) => {
    const refused = await upload(Uint8Array.from(Buffer.from(text, 'latin1')), 'image/gif');
    expectError(refused, 'unsupported_media_type');
  });

  it('if a picture follows or hides the script, which is removed', async () => {
    const script = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([gifOf(2, 1, gifComment(script), gifFrame(2, 1)), Buffer.from(script)]);
    const { url } = (await upload(Uint8Array.from(polyglot), 'image/gif')).body as Picture;
    const { S3Client, GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { endpoint, mediaBucket: Bucket } = site.storage!;
    const s3 = new S3Client({
      endpoint,
      region: 'us-east-1',
      credentials: site.pool.credentials,
      forcePathStyle: true,
    });
    const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket, Key: url.slice(1) }));
    expect([ContentType, await Body?.transformToString('latin1')]).toEqual([
      'image/gif',
      Buffer.from(gifOf(2, 1, gifFrame(2, 1))).toString('latin1'),
    ]);
    s3.destroy();
  });

  it.each([
    ['a GIF of 10,000 frames', 'image/gif', gifOf(2, 1, ...Array<Buffer>(10_000).fill(gifFrame(2, 1)))],
    [
      'a PNG of 10,000 frames',
      'image/png',
      pngOf(2, 2, ...Array<Buffer>(10_000).fill(pngChunk('fcTL', Buffer.alloc(26)))),
    ],
    ['a GIF of 4 gigapixels', 'image/gif', gifOf(65_535, 65_535, gifFrame(2, 1))],
    ['an AVIF of 4 gigapixels', 'image/avif', avifOf(65_536, 65_536)],
    ['an AVIF whose data have 4 gigapixels', 'image/avif', avifOf(2, 2, { coded: [65_536, 65_536] })],
  ] as const)('if it is %s', async (_, type, bytes) => {
    expect(bytes.length).toBeLessThan(MAX_PICTURE_BYTES);
    expectError(await upload(bytes, type), 'payload_too_large');
  });
});

describe('a reported emote', () => {
  const reportOf = (id: string, by = bea) =>
    report(site, by, { kind: 'emote', id: ada.id, message_id: id, reason: 'hate' });

  it('is removed by the site’s moderators, and restored', async () => {
    const url = aPicture();
    const [emote] = await added('hype', url);
    await added('cheer');
    expectError(await reportOf(emote!.id, ada), 'conflict');
    expectError(await reportOf(ulid()), 'not_found');
    expectSuccess('POST /reports', await reportOf(emote!.id));
    const caseId = `emote.${ada.id}.${emote!.id}`;
    expect((await queueOf(site, moderator)).find(({ id }) => id === caseId)).toMatchObject({
      kind: 'emote',
      username: ada.username,
      evidence: { title: ':hype:', text: 'A fan that dances', picture_urls: [url] },
    });
    await decided(site, moderator, caseId, { act: 'remove', reason: 'hate' });
    expect(await codes()).toEqual(['cheer']);
    expectError(await put('hooray', url), 'conflict');
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await list()).toMatchObject([{ code: 'cheer' }, emote!]);
    expectError(await report(site, bea, { kind: 'emote', id: ada.id }), 'not_found');
  });

  it('whose code has a new picture does not replace it when it is restored', async () => {
    const [emote] = await added('hype');
    expectSuccess('POST /reports', await reportOf(emote!.id));
    const caseId = `emote.${ada.id}.${emote!.id}`;
    await decided(site, moderator, caseId, { act: 'remove', reason: 'hate' });
    const [newer] = await added('hype');
    await decided(site, moderator, caseId, { act: 'undo' });
    expect(await list()).toEqual([newer]);
    expect((await caseOf(site, moderator, caseId)).case.is_open).toBe(true);
  });
});
