import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CameraCaller } from '../../../support/api/camera-caller.ts';
import { expectError, expectSuccess } from '../../../support/api/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../../support/api/local-api.ts';
import { segmentRow } from '../../../support/api/broadcast/segment-rows.ts';

const NOBODYS = '0'.repeat(26);
const RECORDING = '1b8c1a3e-6c3f-4b6c-9b5e-3c1f6f0c2a11';
const OTHER = RECORDING.replace('1b', '2c');

let site: LocalApi;
let camera: CameraCaller;
let ada: TestUser;
let bea: TestUser;
let id: string;
beforeAll(async () => {
  site = await startLocalApi({ storage: true });
  camera = await CameraCaller.on(site);
  [ada, bea] = [await site.aUser(), await site.aUser()];
});
afterAll(() => site.close());
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

  it('must belong to the owner of a direct broadcast', async () => {
    expectError(await camera.pause(undefined, id), 'unauthenticated');
    expectError(await camera.pause(bea, id), 'forbidden');
    expectError(await camera.pause(ada, NOBODYS), 'not_found');
    expectError(await camera.pause(ada, id, -1), 'invalid_request');
    id = await camera.live(ada);
    expectError(await camera.pause(ada, id), 'conflict');
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

  it('is refused after the end, and where the broadcast takes chunks', async () => {
    await record(0);
    await camera.broadcasts.changeWay(id, { fromMs: 1000, atMs: Date.now() });
    expectError(await camera.resume(ada, id, RECORDING), 'conflict');
    await camera.stopped(ada, id);
    id = await camera.live(ada, { way: 'direct', recording_id: OTHER });
    await camera.stopped(ada, id);
    expectError(await camera.resume(ada, id, OTHER), 'conflict');
  });
});
