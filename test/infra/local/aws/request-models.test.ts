import { CreateStreamKeyRequest$, UpdateChannelRequest$ } from '@aws-sdk/client-ivs';
import { PutItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateJobRequest$ } from '@aws-sdk/client-mediaconvert';
import { afterAll, describe, expect, test } from 'vitest';
import { requestFaults } from '#test/support/runner/request-faults.ts';
import { takeFaults } from '#test/support/runner/seen-faults.ts';

const job = (settings: object) =>
  requestFaults({ name: 'CreateJob', input: CreateJobRequest$ }, { Role: 'arn', Settings: settings });

describe('AWS’s request models', () => {
  test('accept a valid request', () => {
    expect(job({ Inputs: [{ FileInput: 's3://a/b', TimecodeSource: 'ZEROBASED' }] })).toEqual([]);
    const update = { name: 'UpdateChannel', input: UpdateChannelRequest$ };
    expect(requestFaults(update, { arn: 'arn', insecureIngest: false, name: undefined })).toEqual([]);
  });

  test.each<[fault: string, settings: object, line: string]>([
    [
      'a misspelt member',
      { Inputs: [{ FileInputs: 's3://a/b' }] },
      'CreateJob.Settings.Inputs[0] has no member FileInputs',
    ],
    ['a string instead of a list', { Inputs: 's3://a/b' }, 'CreateJob.Settings.Inputs is no list'],
    ['a string instead of a number', { AdAvailOffset: '0' }, 'CreateJob.Settings.AdAvailOffset is no number'],
    ['NaN', { AdAvailOffset: NaN }, 'CreateJob.Settings.AdAvailOffset is no number'],
  ])('refuse %s', (_, settings, line) => {
    expect(job(settings)).toEqual([line]);
  });

  test('refuse a request without required fields', () => {
    expect(requestFaults({ name: 'CreateStreamKey', input: CreateStreamKeyRequest$ }, {})).toEqual([
      'CreateStreamKey.channelArn is missing',
    ]);
  });
});

describe('an SDK client', () => {
  const client = new DynamoDBClient({
    region: 'eu-west-1',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: 'A', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  afterAll(() => client.destroy());

  test('is validated before it sends', async () => {
    const request = { TableName: 'items', Item: { pk: { S: 'A' } }, Condition: 'none' };
    await expect(client.send(new PutItemCommand(request))).rejects.toThrow('ECONNREFUSED');
    expect(takeFaults()).toEqual(['PutItem has no member Condition']);
  });
});
