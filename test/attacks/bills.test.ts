/** What one visitor of a public site can have it pay for, or store. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import type { DomainError } from '#functions/base/errors.ts';
import type { Budgets } from '#functions/limits/budgets.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import type { ChunkUrls } from '#shared/live/browser-stream.ts';
import { DAY_MS, HOUR_S } from '#shared/plain/time.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import { type ApiAnswer, localApi, type TestUser } from '#test/support/api/local-api.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

/** As many as one machine has slots for broadcasts that need jobs. */
const SLOTS = 20;
const media = useMedia();
const persons = stageLimits('cloud').persons.new;
const FIRST_CHUNK = Uint8Array.from(recording('camera').chunks[0]!.bytes);

const site = await localApi({ storage: true, transcoder: { statusUpdateMs: 50 } });
const stage = new VideosStage(site);
const camera = await CameraCaller.on(site);

describe('a small file that claims a hundred hours', () => {
  test('gets no job, however often it is published, and is deleted', async () => {
    const ada = await site.aUser();
    const shape = { size: '64x36', seconds: 360_000, rate: 1 / 600, sound: false, codecs: H264 };
    const film = Uint8Array.from(await readFile(await media('long.mp4', shape)));
    expect(film.length).toBeLessThan(1_000_000);
    for (let time = 0; time < 3; time += 1) {
      const words = expectError(await stage.publish(ada, await stage.upload(ada, film)), 'payload_too_large');
      expect(words).toBe('Videos can last at most 12 hours.');
    }
    expect(site.courier.raised).toEqual([]);
    expect(await stage.keys('uploads', 'videos/')).toEqual([]);
  });
});

describe('twenty new accounts', () => {
  const announced = (size: number) => ({ chunks: [{ seq: 0, size }] });

  test('with silent camera broadcasts leave all slots to others', async () => {
    const bots = await Promise.all(Array.from({ length: SLOTS }, () => site.aUser()));
    for (const bot of bots) await camera.urls(bot, await camera.live(bot), announced(1000));
    const ada = await site.aUser();
    const id = await camera.live(ada);
    expect((await camera.urls(ada, id, announced(1000))).uploads).toHaveLength(1);
  });

  test('can keep a slot only by sending recorded chunks', async () => {
    const bot = await site.aUser();
    const before = await camera.broadcasts.countActive(Date.now());
    const id = await camera.live(bot);
    const rubbish = new Uint8Array(1000).fill(7);
    const { uploads } = await camera.urls(bot, id, announced(rubbish.length));
    expect(await put(uploads[0]!, rubbish)).toBe(200);
    await site.courier.settled();
    expect(await camera.broadcasts.countActive(Date.now())).toBe(before);
    const again = await camera.urls(bot, id, announced(FIRST_CHUNK.length));
    expect(await put(again.uploads[0]!, FIRST_CHUNK)).toBe(200);
    await site.courier.settled();
    expect(await camera.broadcasts.countActive(Date.now())).toBe(before + 1);
  });
});

describe('four new accounts', () => {
  const hour = (budgets: Budgets, { id }: TestUser, n: number) =>
    budgets.take('videos', { channelId: id, itemId: `VIDEO${n}`, amount: HOUR_S });

  test('cannot use up the hours of video that the site transcodes in a day', async () => {
    const { budgetsOf } = await import('#functions/limits/limits.adapters.ts');
    const budgets = budgetsOf(site.table, { LIMITS: 'cloud' });
    const [regular, ...bots] = await Promise.all(Array.from({ length: 5 }, () => site.aUser()));
    const refusals: unknown[] = [];
    for (const bot of bots)
      for (let n = 0; n < 12; n += 1)
        await hour(budgets, bot, n).catch((error: DomainError) => refusals.push(error.code));
    expect(new Set(refusals)).toEqual(new Set(['too_many_requests']));
    const created_at = new Date(Date.now() - 8 * DAY_MS).toISOString();
    await updateItem(site.table, { pk: `CHANNEL#${regular!.id}`, sk: 'ACCOUNT' }, { created_at });
    for (let n = 0; n < 12; n += 1) await hour(budgets, regular!, n);
  });
});

async function put({ url, headers }: ChunkUrls['uploads'][number], body: Uint8Array<ArrayBuffer>) {
  const response = await fetch(url, { method: 'PUT', headers, body });
  await response.text();
  return response.status;
}

describe('the storage', () => {
  test('accepts no more bytes than announced, and issues no address without a length', async () => {
    const bot = await site.aUser();
    const id = await camera.live(bot);
    const { uploads } = await camera.urls(bot, id, { chunks: [{ seq: 0, size: 1000 }] });
    expect(await put(uploads[0]!, new Uint8Array(12_000_000))).toBe(403);
    for (const body of [
      { from: 0, count: 50 },
      { chunks: [{ seq: 0 }] },
      { chunks: [{ seq: 0, size: 5_000_000_000 }] },
    ])
      expectError(await camera.upload(bot, id, body), 'invalid_request');
    expect(await camera.storedSeqs(bot, id)).toEqual([]);
  });

  const begins = {
    picture: (user: TestUser): Promise<ApiAnswer> =>
      site.api('POST', '/pictures', { token: user.token, body: { content_type: 'image/png', size: 1000 } }),
    'small film': (user: TestUser): Promise<ApiAnswer> => {
      const data = new FormData();
      data.set('file', new File(['\0\0\0\x18ftypisom\0\0\0\0'], 'fan.mp4'));
      return site.api('POST', '/videos/upload', { token: user.token, body: data });
    },
  };

  test.each(Object.entries(begins))('limits open uploads per user: %s', async (_what, begin) => {
    const bot = await site.aUser();
    const { budgetsOf } = await import('#functions/limits/limits.adapters.ts');
    const before = { channelId: bot.id, itemId: 'BEFORE', amount: persons.files - 3 };
    await budgetsOf(site.table, { LIMITS: 'cloud' }).take('files', before);
    for (let n = 0; n < 3; n += 1) expect((await begin(bot)).status).toBe(201);
    const refused = await begin(bot);
    expect(expectError(refused, 'too_many_requests')).toMatch(/too many files today\. You can go on in /);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Other people are not affected.
    expect((await begin(await site.aUser())).status).toBe(201);
  });

  test('is limited to the gigabytes of a new account, by announced sizes', async () => {
    const bot = await site.aUser();
    const size = 500_000_000;
    for (let sent = 0; sent + size <= persons.uploads; sent += size) {
      const { upload_id } = await stage.begin(bot, size);
      await site.api('DELETE', `/videos/upload/${upload_id}`, { token: bot.token });
    }
    expect(expectError(await stage.announce(bot, size), 'too_many_requests')).toMatch(
      /^This is more than you can upload in a day\./,
    );
  });
});
