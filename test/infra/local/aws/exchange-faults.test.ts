import { createServer, type IncomingHttpHeaders } from 'node:http';
import { CreateJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen } from '#infra/local/system/listen.ts';
import { exchangeFaults, type Exchange } from '#test/support/aws-models/exchange-faults.ts';
import { takeFaults } from '#test/support/runner/seen-faults.ts';

interface Planted extends Partial<
  Pick<Exchange, 'service' | 'method' | 'status' | 'answer' | 'answerHeaders'>
> {
  readonly target?: string;
  readonly path?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: unknown;
}

const faultsOf = ({ target, path: url = '/', headers, body = '', ...rest }: Planted): string[] => {
  const [path = '', query] = url.split('?', 2);
  return exchangeFaults({
    service: 'dynamodb',
    method: 'POST',
    path,
    query: new URLSearchParams(query),
    headers: { ...(target && { 'x-amz-target': target }), ...headers },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    status: 200,
    answerHeaders: {},
    answer: '',
    ...rest,
  });
};

const inTable = (operation: string, body: object, answer: object = {}): string[] =>
  faultsOf({ target: `DynamoDB_20120810.${operation}`, body, answer: JSON.stringify(answer) });
const job = (settings: object): string[] =>
  faultsOf({
    service: 'mediaconvert',
    path: '/2017-08-29/jobs',
    status: 201,
    body: { role: 'arn', settings },
    answer: '{}',
  });
const channel = (answer: object): string[] =>
  faultsOf({ service: 'ivs', path: '/CreateChannel', body: {}, answer: JSON.stringify({ channel: answer }) });

describe('AWS’s models', () => {
  test('accept valid requests and responses', () => {
    expect(inTable('GetItem', { TableName: 'fans', Key: { pk: { S: 'A' } } }, { Item: {} })).toEqual([]);
    expect(job({ inputs: [{ timecodeSource: 'ZEROBASED' }] })).toEqual([]);
    const bucket =
      '<ListBucketResult><KeyCount>1</KeyCount><Contents><Size>2</Size></Contents></ListBucketResult>';
    const list = { service: 's3', method: 'GET', path: '/bucket?list-type=2&max-keys=3', answer: bucket };
    expect(faultsOf(list)).toEqual([]);
  });

  test.each<[fault: string, found: () => string[], line: string]>([
    ['a missing member', () => inTable('GetItem', { TableName: 'fans' }), 'dynamodb GetItem.Key is missing'],
    [
      'an unknown member',
      () => job({ inputs: [{ fileInputs: 's3://a/b' }] }),
      'mediaconvert CreateJob.settings.inputs[0] has no member fileInputs',
    ],
    [
      'a value outside of an enum',
      () => job({ inputs: [{ timecodeSource: 'ZERO' }] }),
      'mediaconvert CreateJob.settings.inputs[0].timecodeSource may not be "ZERO"',
    ],
    [
      'a string that does not match a pattern',
      () => channel({ name: 'a b' }),
      'ivs CreateChannel\'s answer.channel.name does not match ^[a-zA-Z0-9-_]*$: "a b"',
    ],
    [
      'a string that is too short',
      () => inTable('DescribeTable', { TableName: 'f' }),
      'dynamodb DescribeTable.TableName has 1 characters, and 3 at least',
    ],
    [
      'a string that is too long',
      () => inTable('DescribeTable', { TableName: 'f'.repeat(256) }),
      'dynamodb DescribeTable.TableName has 256 characters, and 255 at most',
    ],
    [
      'a list that is too long',
      () =>
        inTable('TransactGetItems', {
          TransactItems: Array.from({ length: 101 }, () => ({ Get: { TableName: 'fans', Key: {} } })),
        }),
      'dynamodb TransactGetItems.TransactItems has 101 members, and 100 at most',
    ],
    [
      'a number that is out of range',
      () => inTable('Scan', { TableName: 'fans', Limit: 0 }),
      'dynamodb Scan.Limit has 0, and 1 at least',
    ],
    [
      'a string instead of a number',
      () => inTable('Scan', { TableName: 'fans', Limit: '1' }),
      'dynamodb Scan.Limit is no whole number',
    ],
    [
      'a string instead of a list',
      () => job({ inputs: 'a' }),
      'mediaconvert CreateJob.settings.inputs is no list',
    ],
    [
      'an unknown member of a response',
      () => inTable('GetItem', { TableName: 'fans', Key: {} }, { Items: [] }),
      "dynamodb GetItem's answer has no member Items",
    ],
    [
      'an unknown element',
      () =>
        faultsOf({
          service: 's3',
          method: 'GET',
          path: '/bucket?list-type=2',
          answer: '<A><Content></Content></A>',
        }),
      "s3 ListObjectsV2's answer has no member Content",
    ],
    [
      'a header value outside of an enum',
      () =>
        faultsOf({
          service: 's3',
          method: 'PUT',
          path: '/bucket/a',
          headers: { 'x-amz-storage-class': 'COLD' },
        }),
      's3 PutObject.StorageClass may not be "COLD"',
    ],
    [
      'another status',
      () =>
        faultsOf({
          service: 'ivs',
          path: '/StopStream',
          body: { channelArn: 'arn:aws:ivs:eu-west-1:1:channel/a' },
          status: 204,
        }),
      'ivs StopStream is answered with 204 for 200',
    ],
    [
      'an error with another status',
      () =>
        faultsOf({
          service: 'ivs',
          path: '/StopStream',
          status: 400,
          answer: '{"__type":"ResourceNotFoundException"}',
        }),
      "ivs StopStream's ResourceNotFoundException has 400 for 404",
    ],
    ['an unknown operation', () => inTable('GetItems', {}), 'dynamodb has no operation GetItems'],
    ['an unknown service', () => faultsOf({ service: 'ivsx' }), 'AWS has no service ivsx'],
  ])('refuse %s', (_, found, line) => {
    expect(found()).toEqual([line]);
  });

  test('ignore a request that was refused', () => {
    expect(faultsOf({ target: 'DynamoDB_20120810.GetItem', body: {}, status: 400 })).toEqual([]);
  });
});

test('a stand-in that accepts a wrong enum value is detected', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end('{"job":{}}'));
  });
  const { endpoint, close } = await listen(server, { host: '127.0.0.1', port: 0 });
  const credentials = { accessKeyId: 'A', secretAccessKey: 'b' };
  const client = new MediaConvertClient({ region: 'eu-west-1', endpoint, credentials });
  const Settings = { Inputs: [{ TimecodeSource: 'ZERO' as never }] };
  await client.send(new CreateJobCommand({ Role: 'arn', Settings }));
  client.destroy();
  await close();
  expect(takeFaults()).toEqual([
    'mediaconvert CreateJob.settings.inputs[0].timecodeSource may not be "ZERO"',
    "mediaconvert CreateJob's answer.job.role is missing",
    "mediaconvert CreateJob's answer.job.settings is missing",
  ]);
});

describe('without AWS’s models', () => {
  afterEach(() => {
    vi.doUnmock('#scripts/setup/programs.mjs');
    vi.resetModules();
  });

  test('the check fails and names the package to install', async () => {
    vi.doMock('#scripts/setup/programs.mjs', () => ({ awsModels: () => undefined }));
    vi.resetModules();
    const { readModel } = await import('#test/support/aws-models/models.ts');
    expect(() => readModel('dynamodb', 'service-2.json')).toThrow('apt-get install awscli');
  });
});
