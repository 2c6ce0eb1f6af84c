import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChunkUrl } from '#shared/live/browser-stream.ts';
import {
  CHUNK_INTERVAL_MS,
  CHUNK_RECOVERY_MS,
  MAX_BROADCAST_CHUNKS,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_URLS,
} from '#shared/limits.ts';
import { addChunk, EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';
import { announced, CameraCaller, chunkForm } from '#test/support/api/camera-caller.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

const CHUNKS = recording('camera').chunks.map(({ bytes }) => Uint8Array.from(bytes));
const OTHERS = recording('keyframes-1s').chunks.map(({ bytes }) => Uint8Array.from(bytes));
const chunk = (seq: number): Uint8Array<ArrayBuffer> => CHUNKS[seq] ?? new Uint8Array();
const NOBODYS = '0'.repeat(26);

let ada: TestUser;
let bea: TestUser;
let id: string;
const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
  id = await camera.live(ada);
});

// There is room for so many on the air.
afterEach(() => camera.broadcasts.end(key(), { atMs: Date.now(), by: 'streamer' }));

/** So many chunks, from a number on, as somebody announces them who knows no hashes. */
const listed = (from: number, count: number) => ({
  chunks: Array.from({ length: count }, (_, index) => ({ seq: from + index, size: 1000 })),
});
const key = () => ({ id, channelId: ada.id });
const put = async ({ url, headers }: ChunkUrl, body: Uint8Array<ArrayBuffer>): Promise<number> => {
  const response = await fetch(url, { method: 'PUT', headers, body });
  await response.text();
  return response.status;
};

describe('chunk upload addresses', () => {
  // spec: 7.15
  it('accept the announced chunks once, and nothing else', async () => {
    const { uploads, stored } = await camera.urls(ada, id, {
      chunks: [announced(1, chunk(1)), announced(0, chunk(0))],
    });
    expect(stored).toEqual([]);
    expect(uploads.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(await put(uploads[0]!, chunk(1))).not.toBe(200);
    expect(await put(uploads[0]!, chunk(0))).toBe(200);
    expect(await put(uploads[0]!, chunk(0))).toBe(412);
    expect(Buffer.compare(await camera.files.read(key(), 0), chunk(0))).toBe(0);
    expect(await camera.storedSeqs(ada, id)).toEqual([0]);
  });

  it('accept only the announced length when the hash is unknown', async () => {
    const { uploads } = await camera.urls(ada, id, { chunks: [{ seq: 7, size: chunk(0).length }] });
    expect(await put(uploads[0]!, Uint8Array.from([...chunk(0), 0]))).toBe(403);
    expect(await put(uploads[0]!, chunk(0))).toBe(200);
  });

  it('are not issued for chunks that cannot be recorded yet', async () => {
    const refused = await camera.upload(ada, id, listed(1000, 1));
    expect(expectError(refused, 'conflict')).toContain("Chunk 1000 can't have been recorded yet");
    const form = chunkForm(chunk(1), { seq: 1000 });
    expectError(await camera.upload(ada, id, form), 'conflict');
  });

  it('are not issued for stored chunks', async () => {
    await camera.store(ada, id, 1, chunk(1));
    await camera.store(ada, id, 10, chunk(2));
    const chunks = [0, 1, 2, 10, 11].map((seq) => announced(seq, chunk(0)));
    const { uploads, stored } = await camera.urls(ada, id, { chunks });
    expect(stored).toEqual([1, 10]);
    expect(uploads.map(({ seq }) => seq)).toEqual([0, 2, 11]);
  });

  it.each([
    ['nothing', {}],
    ['chunks of no length', { from: 0, count: 1 }],
    ['a chunk of no length', { chunks: [{ seq: 0 }] }],
    ['no chunk', { chunks: [] }],
    ['too many', listed(0, MAX_CHUNK_URLS + 1)],
    ['a chunk that is too large', { chunks: [{ ...announced(0, chunk(0)), size: MAX_CHUNK_BYTES + 1 }] }],
    ['a hash that is none', { chunks: [{ ...announced(0, chunk(0)), sha256: 'x' }] }],
    ['a number beyond the longest broadcast', listed(MAX_BROADCAST_CHUNKS, 1)],
    ['a chunk twice', { chunks: [announced(3, chunk(0)), announced(3, chunk(1))] }],
  ])('are refused for %s', async (_, body) => {
    expectError(await camera.upload(ada, id, body), 'invalid_request');
  });

  it('are issued to the owner only', async () => {
    const body = listed(0, 1);
    expectError(await camera.upload(undefined, id, body), 'unauthenticated');
    expect(expectError(await camera.upload(bea, id, body), 'forbidden')).toBe('This broadcast is not yours.');
    expectError(await camera.upload(ada, NOBODYS, body), 'not_found');
  });
});

describe('after the end of a broadcast', () => {
  it('missing chunks are accepted up to the number that was recorded', async () => {
    await camera.stopped(ada, id, 4);
    expect((await camera.urls(ada, id, listed(2, 2))).uploads.map(({ seq }) => seq)).toEqual([2, 3]);
    const beyond = await camera.upload(ada, id, { chunks: [announced(3, chunk(3)), announced(4, chunk(4))] });
    expect(expectError(beyond, 'conflict')).toContain('chunk 4 is from after its end');
    expectError(await camera.upload(ada, id, listed(4, 2)), 'conflict');
    expectError(await camera.upload(ada, id, chunkForm(chunk(4), { seq: 4 })), 'conflict');
    expect((await camera.upload(ada, id, chunkForm(chunk(0), { seq: 0 }))).status).toBe(200);
  });

  it('as many chunks are accepted as time allowed when the number is unknown', async () => {
    const broadcast = (await camera.broadcasts.find(id))!;
    const atMs = broadcast.startedAtMs + 10 * CHUNK_INTERVAL_MS;
    await camera.broadcasts.end(broadcast, { atMs, by: 'another broadcast' });
    expect((await camera.urls(ada, id, listed(0, 11))).uploads).toHaveLength(11);
    expectError(await camera.upload(ada, id, listed(11, 1)), 'conflict');
  });

  it('more are accepted from a broadcaster who fell silent', async () => {
    const broadcast = (await camera.broadcasts.find(id))!;
    await camera.broadcasts.end(broadcast, { atMs: Date.now(), by: 'silence' });
    expect((await camera.urls(ada, id, listed(12, 2))).uploads).toHaveLength(2);
  });

  it('every chunk is refused a day later', async () => {
    const broadcast = (await camera.broadcasts.find(id))!;
    const atMs = Date.now() - CHUNK_RECOVERY_MS - 1000;
    await camera.broadcasts.end(broadcast, { atMs, by: 'streamer', chunkCount: 9 });
    expect(expectError(await camera.upload(ada, id, listed(0, 1)), 'conflict')).toContain('more than a day');
    expectError(await camera.upload(ada, id, chunkForm(chunk(0), { seq: 0 })), 'conflict');
  });
});

describe('a chunk sent as a form', () => {
  const send = (form: FormData, user: TestUser | undefined = ada) => camera.upload(user, id, form);
  const sent = async (form: FormData): Promise<unknown> => {
    const answer = await send(form);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    return answer.body;
  };

  it('is stored once under its number', async () => {
    const stored = { seq: 0, size: chunk(0).length };
    expect(await sent(chunkForm(chunk(0), { seq: 0 }))).toEqual(stored);
    const twice = await Promise.all([1, 2].map(() => sent(chunkForm(chunk(0), { seq: 0 }))));
    expect(twice).toEqual([stored, stored]);
    expect(Buffer.compare(await camera.files.read(key(), 0), chunk(0))).toBe(0);
    expect(await camera.storedSeqs(ada, id)).toEqual([0]);
  });

  // spec: 7.15
  it('is numbered by the time in its file name, a repeated one alike', async () => {
    const startedAtMs = Date.now();
    const seqs: unknown[] = [];
    for (const seq of [0, 1, 2, 2]) {
      const name = `${startedAtMs + seq * 2040}.webm`;
      seqs.push(((await sent(chunkForm(chunk(seq), { name }))) as { seq: number }).seq);
    }
    expect(seqs).toEqual([0, 1, 2, 2]);
    const late = await sent(chunkForm(chunk(4), { name: `${startedAtMs + 8160}.webm` }));
    expect(late).toMatchObject({ seq: 4 });
    expect(await sent(chunkForm(chunk(3), { name: `${startedAtMs + 6120}.webm` }))).toMatchObject({ seq: 3 });
    expect(await camera.storedSeqs(ada, id)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is numbered the same way when several come at once', async () => {
    const startedAtMs = Date.now();
    const name = (seq: number): string => `chunk-${startedAtMs + seq * 2000}.webm`;
    await sent(chunkForm(chunk(0), { name: name(0) }));
    const answers = await Promise.all(
      [4, 2, 1, 3].map((seq) => sent(chunkForm(chunk(seq), { name: name(seq) }))),
    );
    expect(answers).toMatchObject([{ seq: 4 }, { seq: 2 }, { seq: 1 }, { seq: 3 }]);
  });

  it.each([
    ['no number and no time', () => chunkForm(chunk(0), {}), 'Number the chunk'],
    ['a number that is none', () => chunkForm(chunk(0), { seq: 'first' }), 'seq must be a whole number'],
    ['a number that is too large', () => chunkForm(chunk(0), { seq: MAX_BROADCAST_CHUNKS }), 'seq must be'],
    ['no bytes', () => chunkForm(new Uint8Array(), { seq: 0 }), 'empty'],
    ['no file', () => new FormData(), '“chunk”'],
  ])('is refused with %s', async (_, form, words) => {
    expect(expectError(await send(form()), 'invalid_request')).toContain(words);
  });

  it('is refused when it is too large', async () => {
    const large = new Uint8Array(MAX_CHUNK_BYTES + 1);
    expect(expectError(await send(chunkForm(large, { seq: 0 })), 'payload_too_large')).toContain('4 MB');
  });

  it('is refused when it is no WebM or of another recording, and the broadcast continues', async () => {
    const noise = new Uint8Array(40_000).fill(9);
    const refused = async (form: FormData) => expectError(await send(form), 'unsupported_media_type');
    expect(await refused(chunkForm(noise, { seq: 0 }))).toContain('not a WebM file');
    expect(await refused(chunkForm(OTHERS[0]!, { seq: 3 }))).toContain('begins another recording');
    const { timeline } = addChunk(EMPTY_TIMELINE, [{ seq: 0, bytes: chunk(0) }]);
    await camera.broadcasts.claim(
      id,
      await camera.broadcasts.readTimeline(id),
      { timeline, isEnd: false },
      [],
    );
    expect(await refused(chunkForm(noise, { seq: 5 }))).toContain('not part of a recording');
    expect(await refused(chunkForm(noise, { name: `${Date.now()}.webm` }))).toContain('not a chunk of your');
    expect(await camera.storedSeqs(ada, id)).toEqual([]);
    expect((await camera.broadcasts.find(id))?.state).toBe('live');
    await sent(chunkForm(chunk(1), { seq: 1 }));
  });

  it('is refused when another recording begins or no number is left', async () => {
    const startedAtMs = Date.now();
    await sent(chunkForm(chunk(0), { name: `${startedAtMs}.webm` }));
    await sent(chunkForm(chunk(1), { name: `${startedAtMs + 2000}.webm` }));
    expectError(await send(chunkForm(OTHERS[0]!, { name: `${startedAtMs + 4000}.webm` })), 'conflict');
    const between = chunkForm(chunk(2), { name: `${startedAtMs + 1000}.webm` });
    expect(expectError(await send(between), 'conflict')).toContain('no room');
  });

  it('is accepted from the owner only', async () => {
    const form = () => chunkForm(chunk(0), { seq: 0 });
    expectError(await camera.upload(undefined, id, form()), 'unauthenticated');
    expectError(await send(form(), bea), 'forbidden');
    expectError(await camera.upload(ada, NOBODYS, form()), 'not_found');
    expect(await camera.storedSeqs(ada, id)).toEqual([]);
  });
});
