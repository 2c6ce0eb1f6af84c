import { randomUUID } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INGEST_WAIT_MAX_MS } from '../../../shared/limits.ts';
import type { StreamStatus } from '../../../shared/live/streaming.ts';
import { expectSuccess } from '../../support/api/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../support/api/local-api.ts';

let site: LocalApi;
beforeAll(async () => {
  site = await startLocalApi({ ivs: true });
});
afterAll(() => site.close());

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
  const { client, TableName } = site.table;
  const get = new GetCommand({ TableName, Key: { pk: `CHANNEL#${user.id}`, sk: 'STREAM' } });
  return { ...user, arn: String((await client.send(get)).Item?.['ivs_channel_arn']) };
}

/** As IVS's guide shows it ("Using Amazon EventBridge"); `laterS` seconds from now. */
const ivsEvent = (
  { id, arn }: { readonly id: string; readonly arn: string },
  event_name: string,
  stream_id: string,
  laterS = 0,
) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'IVS Stream State Change',
  source: 'aws.ivs',
  account: '000000000000',
  time: `${new Date(Date.now() + laterS * 1000).toISOString().slice(0, 19)}Z`,
  region: 'us-east-1',
  resources: [arn],
  detail: { event_name, channel_name: id, stream_id },
});

const status = async ({ token }: TestUser): Promise<StreamStatus> =>
  expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
const publicIngest = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`)).ingest;

async function expectIngest(user: TestUser, ingest: 'waiting' | 'receiving' | null): Promise<void> {
  expect([(await status(user)).ingest, await publicIngest(user)]).toEqual([ingest, ingest]);
}

describe('IVS Stream State Change', () => {
  it('shows owner and viewers whether a picture arrives', async () => {
    const ada = await aStreamer();
    await expectIngest(ada, 'waiting');
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    await expectIngest(ada, 'receiving');
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 9));
    await expectIngest(ada, 'waiting');
    expect(await status(ada)).toMatchObject({ is_live: true });
  });

  it('is idempotent', async () => {
    const ada = await aStreamer();
    const [start, end] = [ivsEvent(ada, 'Stream Start', 'st-1', 1), ivsEvent(ada, 'Stream End', 'st-1', 9)];
    await Promise.all([site.deliver(start), site.deliver(start)]);
    await expectIngest(ada, 'receiving');
    await Promise.all([site.deliver(end), site.deliver(end)]);
    await site.deliver(start);
    await expectIngest(ada, 'waiting');
  });

  it('may arrive in the wrong order', async () => {
    const ada = await aStreamer();
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-2', 20));
    await site.deliver(ivsEvent(ada, 'Stream End', 'st-1', 10));
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    await expectIngest(ada, 'receiving');
  });

  it('of an ended broadcast does not change the next one', async () => {
    const ada = await aStreamer();
    const stale = ivsEvent(ada, 'Stream Start', 'st-1', -60);
    await site.deliver(stale);
    await expectIngest(ada, 'waiting');
    await site.api('POST', '/streaming/stop', { token: ada.token });
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1', 1));
    await expectIngest(ada, null);
  });

  it('of other channels of the AWS account changes nothing', async () => {
    const ada = await aStreamer();
    const foreign = 'arn:aws:ivs:us-east-1:000000000000:channel/SomebodyElse';
    await site.deliver(ivsEvent({ id: ada.id, arn: foreign }, 'Stream Start', 'st-1', 1));
    await site.deliver(ivsEvent({ id: 'lunch-cam', arn: foreign }, 'Stream Start', 'st-1', 1));
    await site.deliver(ivsEvent({ id: '', arn: foreign }, 'Stream Start', 'st-1', 1));
    await expectIngest(ada, 'waiting');
  });

  it.each(['Session Created', 'Session Ended', 'Ingest Configuration Update'])(
    'by the name of %s is taken and changes nothing',
    async (name) => {
      const ada = await aStreamer();
      await site.deliver(ivsEvent(ada, name, 'st-1', 1));
      await expectIngest(ada, 'waiting');
    },
  );

  it('without the expected fields changes nothing', async () => {
    const ada = await aStreamer();
    const event = ivsEvent(ada, 'Stream Start', 'st-1', 1);
    await site.deliver({ ...event, detail: {} });
    await site.deliver({ ...event, resources: [] });
    await expectIngest(ada, 'waiting');
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

  it('marks a stream as interrupted when IVS has none', async () => {
    const ada = await aStreamer();
    await site.deliver(ivsEvent(ada, 'Stream Start', 'st-1'));
    await age(ada, 60_000);
    await site.deliver(TICK);
    await expectIngest(ada, 'waiting');
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
