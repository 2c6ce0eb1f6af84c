import { DeleteChannelCommand, GetChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { deleteIdleChannels, type IdleDeps } from '#functions/streaming/idle.service.ts';
import { recordingsOf } from '#functions/streaming/recordings/recording-location.ts';
import { ivsIdOf } from '#functions/streaming/stream.ts';
import {
  deleteStreams,
  type StreamDeletionDeps,
  startStream,
  type StreamingDeps,
} from '#functions/streaming/streaming.service.ts';
import { ivsIngest } from '#functions/streaming/streaming.ivs.ts';
import { ingestChannels } from '#functions/streaming/table/ingest-channels.repository.ts';
import { leasesRepository, streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { fakePlaybackAddresses } from '#test/support/api/streams.ts';
import { noCosts } from '#test/support/api/no-costs.ts';
import { memoryBudgets } from '#test/support/api/memory/memory-budgets.ts';

const DAY_MS = 24 * 60 * 60_000;
const IDLE_AFTER_MS = 14 * DAY_MS;
const SETUP = { title: 'A fan', game: 'Box Fans', tags: [] };
const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

const site = await localApi({ ivs: true });
const ivs = new IvsClient();
afterAll(() => ivs.destroy());

/** How much later it is for the run that looks for idle channels. */
let laterMs = 0;
const streams = () => streamingRepository(site.table);
const ports = (changed: Partial<IdleDeps> = {}): IdleDeps => ({
  streams: streams(),
  ingest: ivsIngest({ rtmpUrlTemplate: 'rtmp://{endpoint}/app/', recordingConfigurationArn: '' }),
  ingestChannels: ingestChannels(site.table),
  idleAfterMs: IDLE_AFTER_MS,
  clock: () => Date.now() + laterMs,
  ...changed,
});

/** A run that is broken off by this step. */
const broken = (): Promise<never> => Promise.reject(new Error('broken off'));

const post = (path: string, { token }: TestUser, body?: object) =>
  site.api('POST', path, { token, ...(body && { body }) });
const arnOf = async ({ id }: TestUser): Promise<string> =>
  (await streams().find(id)).ingestChannel?.arn ?? '';
const isAtIvs = (arn: string): Promise<boolean> =>
  ivs.send(new GetChannelCommand({ arn })).then(
    () => true,
    () => false,
  );

/** Somebody who has streamed once; and the channel that they have at IVS. */
async function aStreamer(): Promise<TestUser & { readonly arn: string }> {
  const user = await site.aUser();
  await post('/streaming/start', user, SETUP);
  await post('/streaming/stop', user);
  return { ...user, arn: await arnOf(user) };
}

/** Runs it two weeks and so many hours from now. */
async function runLater(changed: Partial<IdleDeps> = {}, hours = 1): Promise<number> {
  laterMs = IDLE_AFTER_MS + hours * HOUR_MS;
  try {
    return await deleteIdleChannels(ports(changed));
  } finally {
    laterMs = 0;
  }
}

describe('an IVS channel unused for two weeks', () => {
  it('is deleted, and Create Stream makes another', async () => {
    const ada = await aStreamer();
    expect(await deleteIdleChannels(ports())).toBe(0);
    expect(await isAtIvs(ada.arn)).toBe(true);
    expect(await runLater()).toBeGreaterThan(0);
    expect(await isAtIvs(ada.arn)).toBe(false);
    expect(await runLater()).toBe(0);
    const { body } = await post('/streaming/start', ada, SETUP);
    expect(body).toMatchObject({ is_live: true, rtmp_url: expect.any(String) });
    expect(await arnOf(ada)).not.toBe(ada.arn);
    expect(await isAtIvs(await arnOf(ada))).toBe(true);
  });

  it('is found by the tick, which logs it', async () => {
    const ada = await aStreamer();
    const { client, TableName } = site.table;
    const pk = `CHANNEL#${ada.id}`;
    const set = (sk: string, UpdateExpression: string, value: unknown) =>
      client.send(
        new UpdateCommand({
          TableName,
          Key: { pk, sk },
          UpdateExpression,
          ExpressionAttributeValues: { ':value': value },
        }),
      );
    await set('STREAM', 'SET ingest_used_ms = :value', 1);
    await set(`INGEST#${ivsIdOf(ada.arn)}`, 'SET gsi1sk = :value', '000000000000001#');
    site.log.clear();
    await site.deliver(TICK);
    expect(site.log.entries()).toContainEqual({ level: 'info', step: 'streams.idle', deleted: 1 });
    expect(await isAtIvs(ada.arn)).toBe(false);
  });

  it('stays while it is live, and is checked again two weeks later', async () => {
    const ada = await aStreamer();
    await post('/streaming/start', ada, SETUP);
    await runLater();
    expect(await isAtIvs(ada.arn)).toBe(true);
    await post('/streaming/stop', ada);
    await runLater();
    expect(await isAtIvs(ada.arn), 'it was in use then').toBe(true);
    laterMs = 3 * IDLE_AFTER_MS;
    await deleteIdleChannels(ports());
    laterMs = 0;
    expect(await isAtIvs(ada.arn)).toBe(false);
  });

  it('stays when it was used after it was found', async () => {
    const ada = await aStreamer();
    const { streams: real } = ports();
    const detachIngestChannel = vi.fn(real.detachIngestChannel);
    // It is found, and used and given back before its turn comes.
    detachIngestChannel.mockImplementationOnce(async (id, arn, beforeMs, nowMs) => {
      await streams().useIngestChannel(ada.id, (await streams().find(ada.id)).ingestChannel!, nowMs);
      return real.detachIngestChannel(id, arn, beforeMs, nowMs);
    });
    await runLater({ streams: { ...real, detachIngestChannel } });
    expect(await isAtIvs(ada.arn)).toBe(true);
    await runLater();
  });

  it('is deleted by the next run when one is interrupted at any step', async () => {
    const ada = await aStreamer();
    const { ingest, ingestChannels: channels } = ports();
    const run = (changed: Partial<IdleDeps>, hours: number) =>
      failuresOfItems(() => runLater(changed, hours));
    expect(await run({ ingest: { ...ingest, deleteChannel: broken } }, 1)).toHaveLength(1);
    expect(await isAtIvs(ada.arn)).toBe(true);
    expect(await arnOf(ada), 'it is not handed out any more').toBe('');
    expect(await run({ ingestChannels: { ...channels, markGone: broken } }, 1), 'others first').toEqual([]);
    expect(await run({ ingestChannels: { ...channels, markGone: broken } }, 3)).toHaveLength(1);
    expect(await isAtIvs(ada.arn)).toBe(false);
    expect(await runLater({}, 5)).toBe(1);
    expect(await runLater({}, 7)).toBe(0);
  });

  it('is deleted in a later run while an encoder still sends to it', async () => {
    const ada = await aStreamer();
    const { ingest } = ports();
    const disconnect = vi.fn(ingest.disconnect);
    await runLater({ ingest: { ...ingest, deleteChannel: async () => false, disconnect } });
    expect(disconnect).toHaveBeenCalledWith(ada.arn);
    expect(await runLater()).toBe(1);
    expect(await isAtIvs(ada.arn)).toBe(false);
  });

  it('is skipped when IVS no longer has it', async () => {
    const ada = await aStreamer();
    await ivs.send(new DeleteChannelCommand({ arn: ada.arn }));
    expect(await runLater()).toBe(1);
  });
});

describe('a streamer who creates a stream meanwhile', () => {
  const starting = (changed: Partial<StreamingDeps> = {}): StreamingDeps => ({
    ...ports(),
    addresses: fakePlaybackAddresses,
    budgets: memoryBudgets(Date.now),
    costs: noCosts,
    streams: streams(),
    leases: leasesRepository(site.table),
    channels: { findById: async (id) => ({ id }) as never },
    ingest: ports().ingest as StreamingDeps['ingest'],
    clock: Date.now,
    ...changed,
  });

  it('keeps the channel when the run falls between two steps', async () => {
    const ada = await aStreamer();
    const { ingest } = starting();
    const between = async (arn: string, isRecorded: boolean) => {
      const prepared = await ingest.prepareChannel(arn, isRecorded);
      // It is late for idle channels, and yet now for the lease.
      const { streams: real } = ports();
      const now = (id: string, of: string, beforeMs: number) =>
        real.detachIngestChannel(id, of, beforeMs, Date.now());
      await runLater({ streams: { ...real, detachIngestChannel: now } });
      return prepared;
    };
    await startStream(starting({ ingest: { ...ingest, prepareChannel: between } }), ada.id, SETUP);
    expect(await arnOf(ada)).toBe(ada.arn);
    expect(await isAtIvs(ada.arn)).toBe(true);
  });

  it('gets another channel when their lease expired', async () => {
    const ada = await aStreamer();
    const { ingest } = starting();
    const answered = Promise.withResolvers<void>();
    const deleteChannel = async (arn: string) => {
      await answered.promise;
      return ingest.deleteChannel(arn);
    };
    let run: Promise<number> | undefined;
    const slow = async (arn: string, isRecorded: boolean) => {
      const prepared = await ingest.prepareChannel(arn, isRecorded);
      run = runLater({ ingest: { ...ingest, deleteChannel } });
      await expect.poll(() => arnOf(ada)).toBe('');
      return prepared;
    };
    await startStream(starting({ ingest: { ...ingest, prepareChannel: slow } }), ada.id, SETUP);
    answered.resolve();
    expect(await run).toBeGreaterThan(0);
    const { live, ingestChannel } = await streams().find(ada.id);
    expect(live).toBeDefined();
    expect(ingestChannel?.arn).not.toBe(ada.arn);
    expect([await isAtIvs(ada.arn), await isAtIvs(ingestChannel?.arn ?? '')]).toEqual([false, true]);
  });
});

describe('a deleted IVS channel', () => {
  it('ignores late events', async () => {
    const ada = await aStreamer();
    await runLater();
    await post('/streaming/start', ada, SETUP);
    await site.deliver({
      'detail-type': 'IVS Stream State Change',
      source: 'aws.ivs',
      time: new Date(Date.now() + 1000).toISOString(),
      resources: [ada.arn],
      detail: { event_name: 'Stream Start', channel_name: ada.id, stream_id: 'st-late' },
    });
    expect((await streams().find(ada.id)).live).toMatchObject({ ingest: 'waiting', streamId: undefined });
    await post('/streaming/stop', ada);
  });

  it('is deleted where the process died before it stored the channel that it made', async () => {
    const { id } = await site.aUser();
    const { ingest, ingestChannels: channels } = ports();
    const { createChannel } = ingest as StreamingDeps['ingest'];
    await channels.beginCreation(id, Date.now());
    const { ingestChannel: lost } = await createChannel(id, false);
    const { ingestChannel: others } = await createChannel(`${id}X`, false);
    await runLater();
    expect(await isAtIvs(lost.arn)).toBe(false);
    expect(await isAtIvs(others.arn)).toBe(true);
    expect(await channels.claimCreation(id, 9e14, 0)).toBe(false);
  });

  it('keeps the channels that are stored, and what is being made', async () => {
    const ada = await aStreamer();
    const { ingestChannels: channels } = ports();
    expect(await channels.claimCreation(ada.id, 9e14, 0)).toBe(false);
    await channels.beginCreation(ada.id, Date.now());
    await post('/streaming/start', ada, SETUP);
    await runLater();
    expect(await isAtIvs(ada.arn)).toBe(true);
    await post('/streaming/stop', ada);
  });

  it('has its recordings deleted with its owner’s account', async () => {
    const ada = await aStreamer();
    await runLater();
    await post('/streaming/start', ada, SETUP);
    const arns = [ada.arn, await arnOf(ada)];
    const discard = vi.fn<StreamDeletionDeps['discard']>(async () => true);
    const { ingestChannels: channels, ingest } = ports();
    const deletionDeps = {
      streams: streams(),
      ingest: ingest as StreamingDeps['ingest'],
      ingestChannels: channels,
      leases: leasesRepository(site.table),
      channels: { findById: async () => null },
      budgets: memoryBudgets(Date.now),
      costs: noCosts,
      addresses: fakePlaybackAddresses,
      clock: Date.now,
      discard,
    };
    expect(await deleteStreams(deletionDeps, { id: ada.id, hasTime: () => true })).toBe(true);
    expect(discard.mock.calls.map(([prefix]) => prefix).toSorted()).toEqual(
      arns.map(recordingsOf).toSorted(),
    );
    expect(await Promise.all(arns.map(isAtIvs))).toEqual([false, false]);
  });
});
