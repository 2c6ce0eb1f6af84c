import { describe, expect, it } from 'vitest';
import { viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import type { StreamReceipt } from '#shared/live/streaming.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedReplay } from '#test/support/api/table/seed-videos.ts';

const site = await localApi({ ivs: true, storage: true });
const fan = await site.aUser();

const call = (method: string, path: string, { token }: { readonly token?: string } = {}, body?: object) =>
  site.api(method, path, { token, ...(body && { body }) });
const start = (user: TestUser) =>
  call('POST', '/streaming/start', user, { title: 'A fan', game: 'Box Fans' });
const stop = (user: TestUser) => call('POST', '/streaming/stop', user);
const receiptOf = async (user: TestUser): Promise<StreamReceipt | null> =>
  expectSuccess('GET /streaming/receipt', await call('GET', '/streaming/receipt', user));
const figures = (user: { readonly token?: string }, id: string) =>
  call('GET', `/stream-health/figures/${id}`, user);

/** A stream that had a picture, a follower, two messages and four viewers. */
async function aStream(user: TestUser): Promise<StreamReceipt> {
  await start(user);
  await reportStream(site, user, 'Stream Start', { laterS: 0 });
  await call('POST', `/follows/${user.id}`, fan);
  for (const message of ['What a fan!', 'It hums']) await call('POST', `/chat/${user.id}`, fan, { message });
  await audienceRepository(site.table).add(user.id, { atMs: Date.now(), viewers: 4, delayS: null });
  await reportStream(site, user, 'Stream End', { laterS: 5 });
  await stop(user);
  return (await receiptOf(user))!;
}

describe('the receipt of a stream', () => {
  it('says when it was on the air, how it ended and where its replay is', async () => {
    const ada = await site.aUser();
    const receipt = await aStream(ada);
    expect(receipt).toEqual({
      stream_id: expect.stringMatching(new RegExp(`^${ada.id}\\.\\d+$`)),
      title: 'A fan',
      ended_by: 'streamer',
      on_air_since: expect.any(String),
      ended_at: expect.any(String),
      duration_s: expect.any(Number),
      keep_replay: true,
      video_id: null,
      cost_dollars: expect.any(Number),
    });
    const replay = await seedReplay(site.table, ada, { duration_s: 5 }, { streamId: receipt.stream_id });
    expect(await receiptOf(ada)).toEqual({ ...receipt, video_id: replay.id });
  });

  it('belongs to the last stream, if that had a picture', async () => {
    const ada = await site.aUser();
    expect(await receiptOf(ada)).toBeNull();
    await aStream(ada);
    await start(ada);
    await stop(ada);
    expect(await receiptOf(ada)).toBeNull();
    expectError(await call('GET', '/streaming/receipt'), 'unauthenticated');
  });
});

describe('the figures of a broadcast', () => {
  it('count the viewers of one that is shorter than a minute', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportStream(site, ada, 'Stream Start', { laterS: 0 });
    await viewersRepository(site.table).setViewers(ada.id, 7);
    await reportStream(site, ada, 'Stream End', { laterS: 5 });
    await stop(ada);
    const { stream_id } = (await receiptOf(ada))!;
    const answer = await figures(ada, stream_id);
    expect(expectSuccess('GET /stream-health/figures/{stream_id}', answer)).toMatchObject({
      peak_viewers: 7,
    });
  });

  it('count viewers, followers and messages of its time', async () => {
    const ada = await site.aUser();
    await call('POST', `/follows/${ada.id}`, await site.aUser());
    await call('POST', `/chat/${ada.id}`, fan, { message: 'Early' });
    // Ids of messages and times of streams are in ms, events in seconds.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { stream_id } = await aStream(ada);
    expect(expectSuccess('GET /stream-health/figures/{stream_id}', await figures(ada, stream_id))).toEqual({
      peak_viewers: 4,
      new_followers: 1,
      messages: 2,
    });
  });

  it('are for the owner, and of broadcasts that have ended', async () => {
    const ada = await site.aUser();
    const { stream_id } = await aStream(ada);
    expectError(await figures(fan, stream_id), 'forbidden');
    expectError(await figures({}, stream_id), 'unauthenticated');
    expectError(await figures(ada, `${ada.id}.1`), 'not_found');
    expectError(await figures(ada, ada.id), 'not_found');
    expectError(await figures(ada, 'nothing'), 'invalid_request');
  });
});
