import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_CONTINUATIONS } from '#shared/limits.ts';
import type { RecordingStart } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { interruptionsRepository } from '#functions/browser-stream/table/interruptions.repository.ts';
import { CameraCaller, chunkForm } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { owned } from '#test/support/api/owned.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

const NOBODYS = '0'.repeat(26);
const RECORDING = '1b8c1a3e-6c3f-4b6c-9b5e-3c1f6f0c2a11';
const OTHER = RECORDING.replace('1b', '2c');

let id: string;
const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];
beforeEach(async () => {
  await endLive();
  id = await camera.live(ada, { way: 'direct', recording_id: RECORDING });
});

async function endLive(): Promise<void> {
  const latest = await camera.broadcasts.findLatest(ada.id);
  if (latest?.state === 'live') await camera.stopped(ada, latest.id);
}

/** Segments of a second each, which arrive as soon as they are recorded. */
async function record(...seqs: number[]): Promise<void> {
  const broadcast = (await camera.broadcasts.find(id))!;
  for (const seq of seqs)
    await camera.broadcasts.addSegment(id, segmentRow(seq), Date.now, { targetDurationS: 1 });
  await camera.broadcasts.setReceiving(broadcast);
}

const ingest = async () => {
  const channel = await site.api('GET', `/streamers/${ada.username}`);
  return expectSuccess('GET /streamers/{username}', channel).ingest;
};

const resumed = async (recordingId = RECORDING) =>
  expectSuccess('POST /browser-stream/{stream_id}/resume', await camera.resume(ada, id, recordingId));

describe('a page that closes', () => {
  it('shows viewers an interruption, and ends nothing', async () => {
    await record(0, 1);
    expect((await camera.pause(ada, id)).status).toBe(204);
    expect(await ingest()).toBe('waiting');
    expect((await camera.pause(ada, id)).status).toBe(204);
    expect((await camera.status(ada, id)).status).toBe('live');
  });

  it('changes nothing after another page has continued the broadcast', async () => {
    await record(0);
    const { session } = await resumed();
    await camera.pause(ada, id);
    expect(await ingest()).toBe('receiving');
    await camera.pause(ada, id, session);
    expect(await ingest()).toBe('waiting');
  });

  it('changes nothing after the end', async () => {
    await record(0);
    await camera.stopped(ada, id);
    expect((await camera.pause(ada, id)).status).toBe(204);
    expect(await ingest()).toBeNull();
  });

  it('must belong to the owner of the broadcast', async () => {
    expectError(await camera.pause(undefined, id), 'unauthenticated');
    expectError(await camera.pause(bea, id), 'forbidden');
    expectError(await camera.pause(ada, NOBODYS), 'not_found');
    expectError(await camera.pause(ada, id, -1), 'invalid_request');
  });
});

describe('a page that continues a broadcast', () => {
  it('gets the next number and the clock, and shows viewers that it is back', async () => {
    await record(0, 1, 2);
    await camera.pause(ada, id);
    const { startedAtMs } = (await camera.broadcasts.find(id))!;
    const answer = await resumed();
    expect(answer).toMatchObject({ stream_id: id, session: 1, next_seq: 3 });
    // The rows are of a recording that is ahead of this test.
    expect(answer.from_s).toBeGreaterThanOrEqual(3);
    expect(answer.from_s).toBeLessThanOrEqual(Math.max(3, (Date.now() - startedAtMs) / 1000));
    expect(await ingest()).toBe('receiving');
  });

  it('may repeat the request, and takes a segment of the page before that arrives later', async () => {
    await record(0, 1);
    await resumed();
    expect(await resumed()).toMatchObject({ session: 2, next_seq: 2 });
    await record(3, 2);
    expect((await camera.status(ada, id)).chunks).toEqual({ recorded: 4, stored: 4, lost: 0 });
  });

  it('waits for the first segment, which notifies followers, where there was none', async () => {
    expect(await resumed()).toMatchObject({ next_seq: 0 });
    expect(await ingest()).toBe('waiting');
  });

  it('must be of the same browser and the same person', async () => {
    await record(0);
    expectError(await camera.resume(undefined, id, RECORDING), 'unauthenticated');
    expectError(await camera.resume(bea, id, RECORDING), 'forbidden');
    expectError(await camera.resume(ada, id, OTHER), 'forbidden');
    expectError(await camera.resume(ada, NOBODYS, RECORDING), 'not_found');
    expectError(await camera.resume(ada, id, 'guessed'), 'invalid_request');
    expect((await resumed()).session).toBe(1);
  });

  it('is refused after the end, and where the broadcast has changed to chunks', async () => {
    await record(0);
    await camera.broadcasts.changeWay(id, { fromMs: 1000, atMs: Date.now() });
    expectError(await camera.resume(ada, id, RECORDING), 'conflict');
    await camera.stopped(ada, id);
    id = await camera.live(ada, { way: 'direct', recording_id: OTHER });
    await camera.stopped(ada, id);
    expectError(await camera.resume(ada, id, OTHER), 'conflict');
  });
});

describe('a page that continues a compatible broadcast', () => {
  const chunks = recording('keyframes-1s').chunks.map(({ bytes }) => Uint8Array.from(bytes));

  beforeEach(async () => {
    await camera.stopped(ada, id);
    id = await camera.live(ada, { recording_id: RECORDING });
  });

  const resume = async (recorded?: number) =>
    expectSuccess(
      'POST /browser-stream/{stream_id}/resume',
      await camera.resume(ada, id, RECORDING, recorded),
    );
  const stored = async (...seqs: number[]) => {
    for (const seq of seqs) await camera.store(ada, id, seq, chunks[seq]!);
  };
  const form = (seq: number, bytes: Uint8Array<ArrayBuffer>) =>
    camera.upload(ada, id, chunkForm(bytes, { seq }));

  it('gets the number after all recorded chunks, also after those that are not uploaded', async () => {
    await stored(0, 1);
    const { startedAtMs } = (await camera.broadcasts.find(id))!;
    const answer = await resume(5);
    expect(answer).toMatchObject({ stream_id: id, session: 1, next_seq: 5 });
    expect(answer.from_s * 1000).toBeLessThanOrEqual(Date.now() - startedAtMs);
    const { recordings } = (await camera.broadcasts.find(id))!;
    expect(recordings).toEqual([{ fromSeq: 5, fromMs: answer.from_s * 1000 }]);
  });

  it('gets the number after those that are stored, where the browser knows of none', async () => {
    // Its event has not arrived yet.
    await camera.files.put(owned({ id, channelId: ada.id }), 3, chunks[3]!);
    expect((await resume()).next_seq).toBe(4);
    expect((await resume(1)).next_seq).toBe(4);
  });

  it('may repeat the request, which begins no recording more until a chunk is stored', async () => {
    await stored(0);
    const [first, second] = [await resume(1), await resume(1)];
    expect([first.next_seq, second]).toEqual([1, expect.objectContaining({ next_seq: 1, session: 2 })]);
    expect((await camera.broadcasts.find(id))?.recordings).toEqual([
      { fromSeq: 1, fromMs: second.from_s * 1000 },
    ]);
    await camera.store(ada, id, 1, chunks[0]!);
    expect((await resume(2)).next_seq).toBe(2);
    expect((await camera.broadcasts.find(id))?.recordings).toHaveLength(2);
  });

  it('begins with a header, and only there', async () => {
    await stored(0);
    await resume(3);
    expectError(await form(3, chunks[1]!), 'unsupported_media_type');
    expectError(await form(4, chunks[0]!), 'unsupported_media_type');
    for (const [seq, bytes] of [chunks[1]!, chunks[2]!, chunks[0]!, chunks[1]!].entries())
      expect((await form(seq + 1, bytes)).status).toBe(200);
  });

  it('shows viewers that it is interrupted, until its first window', async () => {
    await stored(0);
    const broadcast = (await camera.broadcasts.find(id))!;
    await camera.broadcasts.setReceiving(broadcast);
    await camera.pause(ada, id);
    expect(await ingest()).toBe('waiting');
    // A window of the page before.
    await camera.broadcasts.setReceiving(broadcast);
    const { session } = await resume(1);
    expect(await ingest()).toBe('waiting');
    await camera.broadcasts.setReceiving(broadcast, true);
    expect(await ingest()).toBe('receiving');
    await camera.pause(ada, id);
    expect(await ingest()).toBe('receiving');
    await camera.pause(ada, id, session);
    expect(await ingest()).toBe('waiting');
  });

  it('must be of the same browser and the same person, and of a live broadcast', async () => {
    await stored(0);
    expectError(await camera.resume(bea, id, RECORDING, 1), 'forbidden');
    expectError(await camera.resume(ada, id, OTHER, 1), 'forbidden');
    expectError(await camera.resume(ada, id, RECORDING, -1), 'invalid_request');
    expectError(await camera.resume(ada, id, RECORDING, 10_000), 'conflict');
    expect((await camera.broadcasts.find(id))?.recordings).toBeUndefined();
    await camera.stopped(ada, id);
    expectError(await camera.resume(ada, id, RECORDING, 1), 'conflict');
    id = await camera.live(ada);
    expectError(await camera.resume(ada, id, RECORDING, 0), 'forbidden');
  });

  it('is refused after many times', async () => {
    const broadcast = owned((await camera.broadcasts.find(id))!);
    const earlier = Array.from({ length: MAX_CONTINUATIONS }, (): RecordingStart => ({
      fromSeq: 1,
      fromMs: 1000,
    }));
    await interruptionsRepository(site.table).resume(broadcast, Date.now(), earlier.slice(1));
    expect((await resume(2)).next_seq).toBe(2);
    await interruptionsRepository(site.table).resume(broadcast, Date.now(), earlier);
    expectError(await camera.resume(ada, id, RECORDING, 2), 'too_many_requests');
    expect((await camera.broadcasts.find(id))?.recordings).toHaveLength(MAX_CONTINUATIONS);
  });
});
