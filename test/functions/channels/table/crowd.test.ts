import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getMany } from '#functions/aws/table/read-items.ts';
import { changeChannel } from '#functions/channels/table/channel-changes.repository.ts';
import { newChannel } from '#functions/channels/channel.item.ts';
import { toItem } from '#functions/channels/table/channel-keys.ts';
import { MAX_CHANNEL_WORDS } from '#functions/word-index/words.ts';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const table = { client, TableName: 'fanfare', onChannelChange: null };
const mock = mockClient(client);

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const OK = 'None';
const FAILED = 'ConditionalCheckFailed';
const conflict = cancelled(OK, 'TransactionConflict', OK);
/** DynamoDB takes this many writes in one transaction. */
const MAX_WRITES = 100;

const words = (prefix: string) => Array.from({ length: 40 }, (_, index) => prefix + index).join(' ');
const writes = () =>
  mock.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems ?? []);
const updates = () => mock.commandCalls(UpdateCommand).map(({ args }) => args[0].input);

beforeEach(() => {
  mock.reset();
  mock.on(GetCommand).resolves({ Item: { ...toItem(newChannel(ID, 'ada')), noted: true } });
  mock.on(BatchGetCommand).resolves({});
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
  mock.restore();
});

describe('a follow during contention', () => {
  const follow = () => followsRepository(table).follow('FAN', ID, 0);

  it('is retried often enough for a crowd', async () => {
    let refusals = 13;
    mock.on(TransactWriteCommand).callsFake(() => (refusals-- > 0 ? Promise.reject(conflict) : {}));
    expect(await follow()).toBe('followed');
    expect(writes()).toHaveLength(14);
  });

  it('answers too busy in the end', async () => {
    mock.on(TransactWriteCommand).rejects(conflict);
    await expect(follow()).rejects.toMatchObject({
      code: 'busy',
      message: 'channel_busy',
      retryAfterS: 5,
    });
  });

  it('answers unavailable while DynamoDB throttles, which is no refusal of ours', async () => {
    mock.on(TransactWriteCommand).rejects(awsFailure('ThrottlingException'));
    await expect(follow()).rejects.toMatchObject({ code: 'unavailable', message: 'channel_busy' });
  });

  it('passes an unexpected error on unchanged', async () => {
    const error = awsFailure('AccessDeniedException');
    mock.on(TransactWriteCommand).rejects(error);
    await expect(follow()).rejects.toBe(error);
  });

  it.each([
    ['changed the channel first', 'ConditionalCheckFailedException'],
    ['changes the channel now', 'TransactionConflictException'],
    ['takes the units of its partition', 'ThrottlingException'],
  ])('leaves the number to the tick where another one %s', async (_, refusal) => {
    mock.on(BatchGetCommand).resolves({ Responses: { fanfare: [{ followers: 1 }] } });
    mock.on(TransactWriteCommand).resolvesOnce({});
    mock.on(UpdateCommand).rejectsOnce(awsFailure(refusal));
    expect(await follow()).toBe('followed');
    expect([writes(), updates()]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('writes no item of the channel together with the follow', async () => {
    mock.on(TransactWriteCommand).resolves({});
    await follow();
    const [together = []] = writes();
    const keys = together.map(({ Put, Update }) => Put?.Item ?? Update?.Key);
    const others = expect.stringMatching(/^(CHANNEL#FAN|COUNTER#)/) as string;
    expect(keys.map((key) => String(key?.['pk']))).toEqual([others, others, others]);
  });
});

describe('a change of a channel', () => {
  it('is computed again when another one came first', async () => {
    const item = toItem(newChannel(ID, 'ada'));
    mock
      .on(GetCommand)
      .resolvesOnce({ Item: { ...item, version: 1 } })
      .resolves({ Item: { ...item, version: 2, viewers: 5 } });
    mock.on(UpdateCommand).rejectsOnce(awsFailure('ConditionalCheckFailedException')).resolves({});
    await changeChannel(table, ID, ({ viewers }) => ({ viewers: viewers + 1 }));
    expect(updates().map(({ ExpressionAttributeValues }) => ExpressionAttributeValues)).toMatchObject([
      { ':known': 1, ':viewers': 1, ':version': 2 },
      { ':known': 2, ':viewers': 6, ':version': 3 },
    ]);
    expect(writes()).toEqual([]);
  });

  it('is computed again when another one came before a transaction', async () => {
    const item = toItem({ ...newChannel(ID, 'ada'), title: 'Old' });
    mock.on(GetCommand).resolves({ Item: item });
    mock.on(TransactWriteCommand).rejectsOnce(cancelled(FAILED, OK)).resolves({});
    await changeChannel(table, ID, () => ({ title: 'New' }));
    expect(writes()).toHaveLength(2);
    expect(updates()).toEqual([]);
  });

  it('that conflicts each time answers too busy', async () => {
    mock.on(UpdateCommand).rejects(awsFailure('ConditionalCheckFailedException'));
    const change = changeChannel(table, ID, ({ viewers }) => ({ viewers: viewers + 1 }));
    await expect(change).rejects.toMatchObject({ code: 'busy', message: 'channel_busy' });
  });

  it('fits into one transaction, however many words it replaces', async () => {
    const before = { ...newChannel(ID, 'ada'), title: words('old'), game: 'Box Fans', followers: 5000 };
    mock.on(GetCommand).resolves({ Item: toItem(before) });
    mock.on(TransactWriteCommand).resolves({});
    const details = { title: words('new'), game: 'Tower Fans', tags: [words('tag'), words('more')] };
    await changeChannel(table, ID, () => ({ ...details, is_live: true }));
    const [items = []] = writes();
    const keys = items.map(({ Put, Update, Delete }) => {
      const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? {};
      return `${pk} ${sk}`;
    });
    expect(keys.filter((key) => key.startsWith('WORD#'))).toHaveLength(2 * MAX_CHANNEL_WORDS);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeLessThanOrEqual(MAX_WRITES);
  });
});

describe('reading many items', () => {
  const keys = Array.from({ length: 230 }, (_, index) => ({ pk: String(index), sk: 'A' }));

  it('asks for 100 at a time, and again for unprocessed ones', async () => {
    mock.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const asked = RequestItems.fanfare.Keys as { pk: string }[];
      const [answered, left] = [asked.slice(0, 60), asked.slice(60)];
      return {
        Responses: { fanfare: answered },
        ...(left.length > 0 && { UnprocessedKeys: { fanfare: { Keys: left } } }),
      };
    });
    const items = await getMany(table, keys);
    expect(new Set(items.map(({ pk }) => pk))).toEqual(new Set(keys.map(({ pk }) => pk)));
    expect(items).toHaveLength(230);
    const sizes = mock
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.['fanfare']?.Keys);
    expect(sizes.map((asked) => asked?.length).toSorted()).toEqual([100, 100, 30, 40, 40].toSorted());
  });

  it('sends no request for no items', async () => {
    expect(await getMany(table, [])).toEqual([]);
    expect(mock.commandCalls(BatchGetCommand)).toEqual([]);
  });

  it('gives up when items stay unprocessed', async () => {
    mock.on(BatchGetCommand).callsFake(({ RequestItems }) => ({ UnprocessedKeys: RequestItems }));
    await expect(getMany(table, keys.slice(0, 3))).rejects.toMatchObject({ name: 'UnprocessedKeysError' });
  });
});
