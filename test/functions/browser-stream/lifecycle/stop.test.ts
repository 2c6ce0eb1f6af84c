import { beforeEach, describe, expect, it } from 'vitest';
import { CHUNK_RECOVERY_MS, MAX_BROADCAST_SEGMENTS } from '#shared/limits.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { costsRepository } from '#functions/costs/costs.repository.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';
import { CameraCaller, chunkForm } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { owned } from '#test/support/api/owned.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

const NOBODYS = '0'.repeat(26);
const BYTES = Uint8Array.from(recording('camera').chunks[0]!.bytes);

let id: string;
const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];
// Ends the one before.
beforeEach(async () => {
  id = await camera.live(ada);
});

const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const store = (...seqs: number[]) => Promise.all(seqs.map((seq) => camera.store(ada, id, seq, BYTES)));
const finished = async (chunks: number) => {
  const known = (await camera.broadcasts.find(id))!;
  await camera.broadcasts.finish(known, { videoId: NOBODYS, durationS: 12.34, chunks });
};

const costOfMonth = () => costsRepository(site.table).ofMonth(ada.id, new Date().toISOString().slice(0, 7));

describe('stopping a broadcast', () => {
  it('takes the channel offline and returns the receipt', async () => {
    await store(0, 1, 2);
    const receipt = await camera.stopped(ada, id, 3);
    expect(receipt).toMatchObject({
      stream_id: id,
      status: 'finishing',
      ended_by: 'streamer',
      chunks: { recorded: 3, stored: 3, lost: 0 },
      missing: [],
      video_id: null,
    });
    expect(Date.parse(receipt.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(receipt.started_at));
    expect(await channelOf(ada)).toMatchObject({ is_live: false, video_url: '', ingest: null });
  });

  it('shows its cost to the owner, and counts it once in the month', async () => {
    expect((await camera.status(ada, id)).cost_dollars).toBe(undefined);
    const before = await costOfMonth();
    await store(0, 1, 2);
    const receipts = await Promise.all([1, 2].map(() => camera.stopped(ada, id, 3)));
    const [dollars = 0] = receipts.flatMap(({ cost_dollars = [] }) => cost_dollars);
    expect(dollars).toBeGreaterThan(0);
    await camera.stopped(ada, id, 3);
    expect((await camera.status(ada, id)).cost_dollars).toBe(dollars);
    expect((await costOfMonth()) - before).toBeCloseTo(dollars, 6);
  });

  it('counts its cost by the tick when the request was killed', async () => {
    await store(0, 1, 2);
    await camera.stopped(ada, id);
    const { cost_dollars: dollars } = await camera.status(ada, id);
    const { startedAtMs } = (await camera.broadcasts.find(id))!;
    const day = new Date(startedAtMs).toISOString().slice(0, 10);
    await updateItem(site.table, { pk: `CHANNEL#${ada.id}`, sk: `COST#${day}` }, { [`of_${id}`]: undefined });
    expect((await camera.status(ada, id)).cost_dollars).toBe(undefined);
    // What it cannot finish here is tried again.
    await site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events' }).catch(() => {});
    expect((await camera.status(ada, id)).cost_dollars).toBe(dollars);
  });

  it('queues the work on the replay', async () => {
    expect(await camera.hasEndMark(ada, id)).toBe(false);
    await camera.stopped(ada, id);
    expect(await camera.hasEndMark(ada, id)).toBe(true);
  });

  // spec: 7.16
  it('accepts the request without a body', async () => {
    await store(0, 1);
    expect((await camera.stopped(ada, id)).chunks).toEqual({ recorded: 2, stored: 2, lost: 0 });
  });

  it('is idempotent, even simultaneously, and only a higher chunk count changes anything', async () => {
    await store(0);
    const both = await Promise.all([1, 2].map(() => camera.stopped(ada, id, 3)));
    expect(both[0]).toMatchObject({ status: 'finishing', chunks: { recorded: 3, stored: 1, lost: 2 } });
    expect(both[1]?.ended_at).toBe(both[0]?.ended_at);
    expect((await camera.stopped(ada, id)).chunks.recorded).toBe(3);
    expect((await camera.stopped(ada, id, 2)).chunks.recorded).toBe(3);
    expect((await camera.stopped(ada, id, 4)).chunks.recorded).toBe(4);
    expect((await camera.stopped(ada, id, 4)).ended_at).toBe(both[0]?.ended_at);
  });

  it('requires the owner and a valid number', async () => {
    expectError(await camera.stop(undefined, id), 'unauthenticated');
    expectError(await camera.stop(bea, id), 'forbidden');
    expectError(await camera.stop(ada, NOBODYS), 'not_found');
    for (const chunk_count of [-1, 1.5, MAX_BROADCAST_SEGMENTS + 1, 'all'])
      expectError(await camera.stop(ada, id, { chunk_count }), 'invalid_request');
    expect((await camera.status(ada, id)).status).toBe('live');
  });
});

describe('the receipt', () => {
  it('counts the known chunks while live', async () => {
    await store(0, 1, 4);
    const { timeline } = await camera.broadcasts.readTimeline(id);
    const read = { ...timeline, videoUntilMs: 4080, reader: { ...timeline.reader, nextSeq: 2 } };
    const known = { timeline: EMPTY_TIMELINE, version: 0, isEnd: false };
    await camera.broadcasts.claim(id, known, { timeline: read, isEnd: false }, []);
    expect(await camera.status(ada, id)).toMatchObject({
      status: 'live',
      chunks: { recorded: 5, stored: 3, lost: 0 },
      missing: [2, 3],
      duration_s: 4.08,
    });
  });

  it('names missing chunks until they arrive', async () => {
    await store(0, 2);
    const { missing, chunks } = await camera.stopped(ada, id, 5);
    expect([missing, chunks.lost]).toEqual([[1, 3, 4], 3]);
    expect((await camera.upload(ada, id, chunkForm(BYTES.slice(9), { seq: 3 }))).status).toBe(200);
    await store(1, 3, 4);
    expect(await camera.status(ada, id)).toMatchObject({
      chunks: { recorded: 5, stored: 5, lost: 0 },
      missing: [],
    });
  });

  it('names a hundred missing chunks, of as many as may have been recorded', async () => {
    await store(0);
    expect((await camera.stopped(ada, id, 60_000)).missing.length).toBeLessThan(20);
    const broadcast = owned((await camera.broadcasts.find(id))!);
    await camera.broadcasts.setChunkCount(broadcast, 1000);
    expect((await camera.status(ada, id)).missing).toHaveLength(100);
  });

  it('shows the replay, and changes when a chunk arrives later', async () => {
    await store(0);
    await camera.stopped(ada, id, 2);
    await finished(1);
    expect(await camera.status(ada, id)).toMatchObject({
      status: 'ended',
      chunks: { recorded: 2, stored: 1, lost: 1 },
      missing: [1],
      duration_s: 12.34,
      video_id: NOBODYS,
    });
    await store(1);
    expect(await camera.status(ada, id)).toMatchObject({ status: 'finishing', missing: [] });
    await finished(2);
    expect(await camera.stopped(ada, id, 2)).toMatchObject({ status: 'ended', chunks: { lost: 0 } });
  });

  it('queues the work again when stored chunks were never noticed', async () => {
    await store(0);
    await camera.broadcasts.end({ id, channelId: ada.id }, { atMs: Date.now(), by: 'silence' });
    await finished(1);
    await camera.stopped(ada, id, 1);
    expect(await camera.hasEndMark(ada, id)).toBe(false);
    await camera.stopped(ada, id, 2);
    expect(await camera.hasEndMark(ada, id)).toBe(true);
  });

  it('names no chunk that can no longer arrive', async () => {
    const atMs = Date.now() - CHUNK_RECOVERY_MS - 1000;
    await camera.broadcasts.end({ id, channelId: ada.id }, { atMs, by: 'silence', chunkCount: 7 });
    expect(await camera.status(ada, id)).toMatchObject({
      ended_by: 'silence',
      chunks: { recorded: 7, stored: 0, lost: 7 },
      missing: [],
    });
  });

  it('is visible to the owner only', async () => {
    expectError(await camera.askStatus(undefined, id), 'unauthenticated');
    expectError(await camera.askStatus(bea, id), 'forbidden');
    expectError(await camera.askStatus(ada, NOBODYS), 'not_found');
  });
});
