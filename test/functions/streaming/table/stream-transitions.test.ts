import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import { newChannel, type ChannelItem } from '#functions/channels/channel.item.ts';
import { toItem } from '#functions/channels/table/channel-keys.ts';
import type { LiveStream } from '#functions/streaming/stream.ts';
import { goLive, goOffline } from '#functions/streaming/table/stream-transitions.repository.ts';
import { setLiveInput } from '#test/support/api/streams.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const table: Table = { client, TableName: 'fanfare', onChannelChange: null };
const mock = mockClient(client);

const channel = (fields: Partial<ChannelItem> = {}) => ({
  Item: toItem({ ...newChannel('ADA', 'ada'), ...fields }),
});
const OFF_AIR = channel({ followers: 3 });
const ON_AIR = channel({ followers: 3, is_live: true, ingest: 'waiting', viewers: 7 });

beforeEach(() => {
  mock.reset();
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
  mock.restore();
});

const KNOWN: LiveStream = {
  startedAtMs: 1000,
  ingest: 'waiting',
  sinceMs: 1000,
  streamId: undefined,
};
const OK = 'None';
const FAILED = 'ConditionalCheckFailed';
const conflict = cancelled(OK, OK, 'TransactionConflict');

const transitions = {
  goLive: {
    before: OFF_AIR,
    run: () =>
      goLive(table, {
        channelId: 'ADA',
        details: { title: 'A fan', game: 'Box Fans', tags: [] },
        keepsReplay: true,
        playbackUrl: 'https://play.example/ada.m3u8',
        streamKey: 'sk_1',
        starts: 0,
        nowMs: 1000,
      }),
  },
  goOffline: { before: ON_AIR, run: () => goOffline(table, 'ADA', 2000) },
  setIngest: {
    before: ON_AIR,
    run: () => setLiveInput(table, 'ADA', KNOWN, { ingest: 'receiving', sinceMs: 2000, streamId: 'st-1' }),
  },
} as const;
const all = Object.entries(transitions);
const { goLive: live, goOffline: offline, setIngest: ingest } = transitions;

/** What each transaction wrote: items by their keys. */
const writes = () =>
  mock.commandCalls(TransactWriteCommand).map(({ args }) =>
    (args[0].input.TransactItems ?? []).map(({ Update, Put, Delete }) => {
      const key = Update?.Key ?? Put?.Item ?? Delete?.Key;
      return { key: `${key?.['pk']} ${key?.['sk']}`, values: Update?.ExpressionAttributeValues ?? {} };
    }),
  );

describe.each(all)('%s', (_, { before, run }) => {
  beforeEach(() => void mock.on(GetCommand).resolves(before));

  it('writes the private stream and the public channel in one transaction', async () => {
    mock.on(TransactWriteCommand).resolves({});
    await run();
    expect(writes()).toHaveLength(1);
    const keys = writes()[0]?.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['CHANNEL#ADA STREAM', 'CHANNEL#ADA CHANNEL']));
  });

  it.each([conflict, awsFailure('TransactionConflictException')])('tries again after %s', async (error) => {
    mock.on(TransactWriteCommand).rejectsOnce(error).rejectsOnce(error).resolves({});
    await run();
    expect(writes()).toHaveLength(3);
  });

  it('gives up in the end, with the last error as the cause', async () => {
    mock.on(TransactWriteCommand).rejects(conflict);
    const failure: unknown = await run().catch((error: unknown) => error);
    expect(causesOf(failure)).toContain(conflict);
    expect(writes().length).toBeGreaterThan(5);
  });

  it.each([awsFailure('ValidationException'), cancelled(OK, 'ValidationError', OK)])(
    'throws unexpected errors unchanged: %s',
    async (error) => {
      mock.on(TransactWriteCommand).rejects(error);
      await expect(run()).rejects.toBe(error);
      expect(writes()).toHaveLength(1);
    },
  );
});

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

describe('going live', () => {
  const refused = { code: 'conflict', message: 'already_live' };

  it('is a conflict when the channel is live by camera', async () => {
    mock.on(GetCommand).resolves(ON_AIR);
    await expect(live.run()).rejects.toMatchObject(refused);
    expect(writes()).toEqual([]);
  });

  it('is a conflict when the channel went live meanwhile', async () => {
    mock.on(GetCommand).resolvesOnce(OFF_AIR).resolves(ON_AIR);
    mock.on(TransactWriteCommand).rejects(cancelled(FAILED, OK, OK));
    await expect(live.run()).rejects.toMatchObject(refused);
  });

  it('is a conflict when there is a stream key already', async () => {
    mock.on(GetCommand).resolves(OFF_AIR);
    mock.on(TransactWriteCommand).rejects(cancelled(OK, FAILED, OK));
    await expect(live.run()).rejects.toMatchObject(refused);
  });
});

describe('going offline', () => {
  it('succeeds when another request did it', async () => {
    mock.on(GetCommand).resolves(ON_AIR);
    mock.on(TransactWriteCommand).rejects(cancelled(OK, FAILED, OK));
    await expect(offline.run()).resolves.toBeUndefined();
    expect(writes()).toHaveLength(1);
  });

  it('computes the place in lists again when followers changed meanwhile', async () => {
    mock
      .on(GetCommand)
      .resolvesOnce(ON_AIR)
      .resolves({ Item: { ...ON_AIR.Item, followers: 4 } });
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(FAILED, OK, OK))
      .resolves({});
    await offline.run();
    const ranks = writes().map((items) =>
      Object.values(Object.assign({}, ...items.map(({ values }) => values))),
    );
    expect(ranks[0]).toContain('0#0000000003#ADA');
    expect(ranks[1]).toContain('0#0000000004#ADA');
  });
});

describe('the ingest state', () => {
  it('is not overwritten by a stale one', async () => {
    mock.on(GetCommand).resolves(ON_AIR);
    mock.on(TransactWriteCommand).rejects(cancelled(OK, FAILED));
    expect(await ingest.run()).toBe(false);
  });

  it('is written only if it did not change meanwhile', async () => {
    mock.on(GetCommand).resolves(ON_AIR);
    mock.on(TransactWriteCommand).resolves({});
    expect(await ingest.run()).toBe(true);
    const stream = writes()[0]?.find(({ key }) => key === 'CHANNEL#ADA STREAM');
    expect(stream?.values).toMatchObject({
      ':started': KNOWN.startedAtMs,
      ':known': KNOWN.ingest,
      ':knownSince': KNOWN.sinceMs,
    });
  });
});
