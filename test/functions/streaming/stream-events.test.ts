import { randomUUID } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { INGEST_WAIT_MAX_MS, INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { ivsChannelOf, streamEvent } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const site = await localApi({ ivs: true });

const TICK = {
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: '2026-11-20T10:00:00Z',
  region: 'us-east-1',
  resources: ['arn:aws:events:us-east-1:000000000000:rule/Tick'],
  detail: {},
};

interface Streamer extends TestUser {
  readonly arn: string;
}

async function aStreamer(): Promise<Streamer> {
  const user = await site.aUser();
  const body = { title: 'A fan', game: 'Box Fans' };
  expectSuccess(
    'POST /streaming/start',
    await site.api('POST', '/streaming/start', { token: user.token, body }),
  );
  return { ...user, arn: await ivsChannelOf(site, user.id) };
}

/** `laterS` seconds from now. */
const ivsEvent = (
  streamer: { readonly id: string; readonly arn: string },
  name: string,
  streamId: string,
  laterS = 0,
) => streamEvent(streamer, name, { streamId, laterS });

const status = async ({ token }: TestUser): Promise<StreamStatus> =>
  expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const listed = async (query: string) =>
  expectSuccess('GET /streamers', await site.api('GET', `/streamers?${query}`));

/** What each state of a stream is for its owner, and for others. */
const STATES = {
  ready: { ingest: 'waiting', others: { is_live: false, ingest: null, video_url: '' } },
  live: { ingest: 'receiving', others: { is_live: true, ingest: 'receiving' } },
  interrupted: {
    ingest: 'waiting',
    others: { is_live: false, ingest: 'waiting', video_url: '', viewers: 0 },
  },
  none: { ingest: null, others: { is_live: false, ingest: null, video_url: '' } },
} as const;

async function expectState(user: TestUser, state: keyof typeof STATES): Promise<void> {
  const { ingest, others } = STATES[state];
  expect(await status(user)).toMatchObject({ ingest, is_live: state !== 'none' });
  expect(await channelOf(user)).toMatchObject(others);
  const isLive = state === 'live';
  const lists = await Promise.all(
    ['live=true', 'live=true&order=followers', 'live=true&order=newest'].map(listed),
  );
  expect(lists.map((list) => list.some(({ id }) => id === user.id))).toEqual([isLive, isLive, isLive]);
}

const storedChannel = async ({ id }: TestUser) => {
  const { TableName, client } = site.table;
  return (
    (await client.send(new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'CHANNEL' } }))).Item ?? {}
  );
};
const setStored = ({ id }: TestUser, sk: string, fields: Record<string, unknown>) =>
  updateItem(site.table, { pk: `CHANNEL#${id}`, sk }, fields);

describe('IVS Stream State Change', () => {
  it('makes the channel public while a picture arrives', async () => {
    const ada = await aStreamer();
    await expectState(ada, 'ready');
    expect(await status(ada)).not.toHaveProperty('on_air_since');
    const start = ivsEvent(ada, 'Stream Start', 'st-1', 1);
    await site.deliver(start);
    await expectState(ada, 'live');
    const onAir = { on_air_since: new Date(start.time).toISOString() };
    expect(await status(ada)).toMatchObject(onAir);
    const end = ivsEvent(ada, 'Stream End', 'st-1', 9);
    await site.deliver(end);
    await expectState(ada, 'interrupted');
    const interrupted = { ...onAir, interrupted_since: new Date(end.time).toISOString() };
    expect(await status(ada)).toMatchObject(interrupted);
    const { stream_key } = await status(ada);
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-2', 20));
    await expectState(ada, 'live');
    expect(await status(ada)).toMatchObject({ ...onAir, stream_key });
    expect(await status(ada)).not.toHaveProperty('interrupted_since');
  });

  it('counts a channel as live while a picture arrives', async () => {
    const total = async () =>
      Number((await site.api('GET', '/streamers?live=true')).headers.get('x-total-count'));
    const before = await total();
    const ada = await aStreamer();
    expect(await total()).toBe(before);
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    expect(await total()).toBe(before + 1);
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 9));
    expect(await total()).toBe(before);
    await site.api('POST', '/streaming/stop', { token: ada.token });
    expect(await total()).toBe(before);
  });

  it('leaves a channel that never had a picture among those that never streamed', async () => {
    const ada = await aStreamer();
    await site.api('POST', '/streaming/stop', { token: ada.token });
    const { has_streamed } = await storedChannel(ada);
    expect(has_streamed).toBe(false);
  });

  it('finds a stream of an earlier version public until its picture stops', async () => {
    const ada = await aStreamer();
    const fields = { is_live: true, ingest: 'waiting' };
    await setStored(ada, 'CHANNEL', { ...fields, off_air: undefined });
    await setStored(ada, 'STREAM', { is_told: true, gsi1pk: undefined, gsi1sk: undefined });
    expect(await channelOf(ada)).toMatchObject(fields);
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    expect(await channelOf(ada)).toMatchObject({ is_live: true, ingest: 'receiving' });
    expect(await status(ada)).toMatchObject({ on_air_since: (await status(ada)).started_at });
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 9));
    await expectState(ada, 'interrupted');
  });

  it('is idempotent', async () => {
    const ada = await aStreamer();
    const [start, end] = [ivsEvent(ada, 'Stream Start', 'st-1', 1), ivsEvent(ada, 'Stream End', 'st-1', 9)];
    await Promise.all([site.deliver(start), site.deliver(start)]);
    await expectState(ada, 'live');
    await Promise.all([site.deliver(end), site.deliver(end)]);
    await site.deliver(start);
    await expectState(ada, 'interrupted');
  });

  it('may arrive in the wrong order', async () => {
    const ada = await aStreamer();
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-2', 20));
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 10));
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    await expectState(ada, 'live');
  });

  it('of an ended broadcast does not change the next one', async () => {
    const ada = await aStreamer();
    const stale = ivsEvent(ada, 'Stream Start', 'st-1', -60);
    await site.deliver(stale);
    await expectState(ada, 'ready');
    await site.api('POST', '/streaming/stop', { token: ada.token });
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    await expectState(ada, 'none');
  });

  it('of other channels of the AWS account changes nothing', async () => {
    const ada = await aStreamer();
    const foreign = 'arn:aws:ivs:us-east-1:000000000000:channel/SomebodyElse';
    await site.deliver(ivsEvent({ id: ada.id, arn: foreign }, 'Stream Start', 'st-1', 1));
    await site.deliver(ivsEvent({ id: 'lunch-cam', arn: foreign }, 'Stream Start', 'st-1', 1));
    await site.deliver(ivsEvent({ id: '', arn: foreign }, 'Stream Start', 'st-1', 1));
    await expectState(ada, 'ready');
  });

  it.each(['Session Created', 'Session Ended', 'Ingest Configuration Update'])(
    'by the name of %s is taken and changes nothing',
    async (name) => {
      const ada = await aStreamer();
      await site.deliver(ivsEvent(ada, name, 'st-1', 1));
      await expectState(ada, 'ready');
    },
  );

  it('without the expected fields changes nothing', async () => {
    const ada = await aStreamer();
    const event = ivsEvent(ada, 'Stream Start', 'st-1', 1);
    await site.deliver({ ...event, detail: {} });
    await site.deliver({ ...event, resources: [] });
    await expectState(ada, 'ready');
  });
});

describe('the tick', () => {
  /** Moves what is known of a stream into the past. */
  async function age({ id }: TestUser, ms: number): Promise<void> {
    await site.table.client.send(
      new UpdateCommand({
        TableName: site.table.TableName,
        Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' },
        UpdateExpression: 'ADD started_at_ms :ago, ingest_since_ms :ago',
        ExpressionAttributeValues: { ':ago': -ms },
      }),
    );
  }

  it('ends a stream that waited 15 minutes for a picture, and logs it', async () => {
    const [ada, grace] = [await aStreamer(), await aStreamer()];
    await age(ada, INGEST_WAIT_MAX_MS);
    site.log.clear();
    await site.deliver(TICK);
    const ofStreams = site.log.entries().filter(({ step }) => String(step).startsWith('streams.'));
    expect(ofStreams).toEqual([{ level: 'info', step: 'streams.reconciled', ended: 1, repaired: 0 }]);
    expect(await status(ada)).toMatchObject({ is_live: false, stream_key: null });
    expect(await status(grace)).toMatchObject({ is_live: true });
  });

  it('ends a stream three minutes after its picture has stopped, unless another came', async () => {
    const [ada, grace] = [await aStreamer(), await aStreamer()];
    for (const one of [ada, grace]) {
      await site.deliver(ivsEvent(one, 'Stream Start', 'st-1'));
      await site.deliver(ivsEvent(one, 'Stream End', 'st-1', 1));
    }
    await Promise.all([age(ada, INTERRUPTION_MAX_MS - 10_000), age(grace, INTERRUPTION_MAX_MS + 2000)]);
    await site.deliver(TICK);
    await expectState(ada, 'interrupted');
    await expectState(grace, 'none');
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-2', 1));
    await age(ada, INTERRUPTION_MAX_MS);
    await expectState(ada, 'live');
  });

  it('finds a stream while it is open without a picture', async () => {
    const ada = await aStreamer();
    expect(await streamingRepository(site.table).listWaiting()).toContain(ada.id);
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    expect(await streamingRepository(site.table).listWaiting()).not.toContain(ada.id);
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 9));
    expect(await streamingRepository(site.table).listWaiting()).toContain(ada.id);
    await site.api('POST', '/streaming/stop', { token: ada.token });
    expect(await streamingRepository(site.table).listWaiting()).not.toContain(ada.id);
  });

  it('marks a stream as interrupted when IVS has none', async () => {
    const ada = await aStreamer();
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1'));
    await age(ada, 60_000);
    await site.deliver(TICK);
    await expectState(ada, 'interrupted');
  });

  it('logs its metrics only, when nothing changed', async () => {
    await site.deliver(TICK);
    site.log.clear();
    await site.deliver(TICK);
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ step: 'measured', LiveStreams: 0 }),
      expect.objectContaining({ step: 'measured', Ticks: 1 }),
    ]);
  });
});

describe('any other event', () => {
  it('fails, so that a rule without a handler is noticed', async () => {
    const event = { ...TICK, 'detail-type': 'EC2 Instance State-change Notification', source: 'aws.ec2' };
    await expect(site.deliver(event)).rejects.toThrow(
      "No handler for 'EC2 Instance State-change Notification' from 'aws.ec2'",
    );
  });
});

describe('IVS Limit Breach', () => {
  it('is logged for the alarm', async () => {
    site.log.clear();
    const detail = {
      limit_name: 'Concurrent Broadcasts',
      limit_value: 100,
      exceeded_by: 1,
      limit_unit: 'active streams',
    };
    await site.deliver({ 'detail-type': 'IVS Limit Breach', source: 'aws.ivs', resources: [], detail });
    const [limit, unit] = ['Concurrent Broadcasts', 'active streams'];
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ step: 'measured', LimitBreaches: 1 }),
      { level: 'info', step: 'ivs.limit', limit, value: 100, unit, exceeded_by: 1 },
    ]);
  });
});
