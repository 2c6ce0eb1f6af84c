import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#functions/auth/account.ts';
import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(client);
const accounts = accountsRepository({ client, TableName: 'fanfare', onChannelChange: null });

beforeEach(() => {
  mock.reset();
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
  mock.restore();
});

const ACCOUNT: Account = {
  id: '01ADA',
  username: 'Ada',
  displayName: 'Ada',
  email: 'Ada@Fans.example',
  createdAt: '2026-11-20T10:00:00.000Z',
  isUnverified: false,
};
const OK = 'None';
const FAILED = 'ConditionalCheckFailed';

describe('creating an account', () => {
  it('claims both names in lower case, in one transaction with account, channel and count', async () => {
    mock.on(TransactWriteCommand).resolves({});
    expect(await accounts.create(ACCOUNT, 0)).toBeNull();
    const [call] = mock.commandCalls(TransactWriteCommand);
    const keys = call?.args[0].input.TransactItems?.map(
      ({ Put, Update }) => (Put?.Item ?? Update?.Key)?.['pk'] as string,
    );
    const expected = ['USERNAME#ada', 'EMAIL#ada@fans.example', 'CHANNEL#01ADA', 'CHANNEL#01ADA', 'COUNT'];
    expect(keys).toEqual(expect.arrayContaining(expected));
    // The reasons of a refusal come in the order of the writes.
    expect(keys?.slice(0, 2)).toEqual(expected.slice(0, 2));
  });

  it.each([
    ['username', cancelled(FAILED, OK, OK, OK, OK)],
    ['email', cancelled(OK, FAILED, OK, OK, OK)],
    ['username', cancelled(FAILED, FAILED, OK, OK, OK)],
  ])('says that the %s is taken', async (claim, error) => {
    mock.on(TransactWriteCommand).rejects(error);
    expect(await accounts.create(ACCOUNT, 0)).toBe(claim);
  });

  it('tries again when another sign-up writes the same names at once', async () => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('TransactionConflict', OK, OK, OK, OK))
      .rejects(cancelled(FAILED, OK, OK, OK, OK));
    expect(await accounts.create(ACCOUNT, 0)).toBe('username');
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(2);
  });

  it('gives up when the table keeps refusing the write', async () => {
    const cause = cancelled('TransactionConflict', OK, OK, OK, OK);
    mock.on(TransactWriteCommand).rejects(cause);
    await expect(accounts.create(ACCOUNT, 0)).rejects.toMatchObject({ name: 'RetriesExhaustedError', cause });
  });

  it.each([awsFailure('AccessDeniedException'), cancelled(OK, OK, FAILED, OK, OK)])(
    'passes an unexpected error on unchanged: %s',
    async (error) => {
      mock.on(TransactWriteCommand).rejects(error);
      await expect(accounts.create(ACCOUNT, 0)).rejects.toBe(error);
    },
  );
});

describe('finding an account', () => {
  it.each([
    ['ADA', 'USERNAME#ada'],
    ['Ada@Fans.Example', 'EMAIL#ada@fans.example'],
    ['@', 'EMAIL#@'],
  ])('looks %s up by one claim, with as many reads for an unknown name', async (name, pk) => {
    mock.on(GetCommand).resolves({});
    expect(await accounts.findByName(name)).toBeNull();
    const unknown = mock.commandCalls(GetCommand).map(({ args }) => args[0].input.Key?.['pk'] as string);
    mock.resetHistory();
    mock.on(GetCommand, { Key: { pk, sk: 'CLAIM' } }).resolves({ Item: { channel_id: '01ADA' } });
    await accounts.findByName(name);
    const known = mock.commandCalls(GetCommand).map(({ args }) => args[0].input.Key?.['pk'] as string);
    expect(known).toEqual([pk, 'CHANNEL#01ADA']);
    expect(unknown).toHaveLength(known.length);
    expect(unknown[0]).toBe(pk);
  });
});
