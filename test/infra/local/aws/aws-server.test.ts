import { CreateChannelCommand, IvsClient, ListChannelsCommand, StopStreamCommand } from '@aws-sdk/client-ivs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AwsError } from '#infra/local/aws/aws-error.ts';
import { startAwsServer } from '#infra/local/aws/aws-server.ts';
import type { Listening } from '#infra/local/system/listen.ts';

const credentials = { accessKeyId: 'AKIAFANFARE', secretAccessKey: 'our secret' };
let server: Listening;
let ivs: IvsClient;

const clientWith = (secretAccessKey: string) =>
  new IvsClient({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { ...credentials, secretAccessKey },
    maxAttempts: 1,
  });

beforeAll(async () => {
  server = await startAwsServer({
    credentials,
    unsigned: new Set(['Open']),
    operations: {
      CreateChannel: ({ tags }: { tags?: object }) => ({ channel: { tags } }),
      ListChannels: () => {
        throw new TypeError('a fault with details');
      },
      StopStream: async () => {
        throw new AwsError('ChannelNotBroadcasting', 'It is not.', 404, { exceptionMessage: 'It is not.' });
      },
      Open: (input: object) => ({ ...input }),
    },
  });
  ivs = clientWith(credentials.secretAccessKey);
});
afterAll(async () => {
  ivs.destroy();
  await server.close();
});
afterEach(() => void vi.restoreAllMocks());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server.endpoint + path, { method: 'POST', body, headers });

describe('a server of AWS’s JSON protocols', () => {
  it('answers the SDK', async () => {
    const { channel } = await ivs.send(new CreateChannelCommand({ tags: { name: 'ada ü' } }));
    expect(channel).toEqual({ tags: { name: 'ada ü' } });
  });

  it('fails as AWS does: by name, status and members', async () => {
    await expect(ivs.send(new StopStreamCommand({ channelArn: 'arn' }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
      exceptionMessage: 'It is not.',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('hides internal errors from callers and shows them to the operator', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure: Error = await ivs.send(new ListChannelsCommand()).then(
      () => new Error('it did not fail'),
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ name: 'InternalServerException', $metadata: { httpStatusCode: 500 } });
    expect(failure.message).not.toContain('details');
    expect(printed).toHaveBeenCalledWith('stand-in failed:', expect.any(TypeError));
  });

  it('checks the signature first', async () => {
    const stranger = clientWith('a guess');
    await expect(stranger.send(new CreateChannelCommand({}))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    stranger.destroy();
    const unsigned = await post('/CreateChannel', '{}');
    expect(unsigned.status).toBe(403);
    expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });

  it('accepts the target header as well as the path', async () => {
    const byPath = await post('/Open', '{"a":1}');
    expect(byPath.headers.get('content-type')).toBe('application/json');
    const byTarget = await post('/', '{"a":1}', { 'x-amz-target': 'AnyService.Open' });
    expect(byTarget.headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect([await byPath.json(), await byTarget.json()]).toEqual([{ a: 1 }, { a: 1 }]);
  });

  it.each(['/Unknown', '/', '/constructor', '/__proto__'])(
    'refuses the unknown operation %s',
    async (path) => {
      const response = await post(path, '{}');
      expect(response.status).toBe(404);
      expect(response.headers.get('x-amzn-errortype')).toBe('UnknownOperationException');
    },
  );

  it('accepts POST only', async () => {
    expect((await fetch(`${server.endpoint}/Open`)).status).toBe(404);
  });

  it('accepts an empty body as empty input, and refuses a broken one', async () => {
    expect(await (await post('/Open', '')).json()).toEqual({});
    const broken = await post('/Open', '{');
    expect([broken.status, broken.headers.get('x-amzn-errortype')]).toEqual([400, 'SerializationException']);
  });

  it('accepts at most 8 MiB', async () => {
    const response = await post('/Open', 'x'.repeat(8 * 1024 * 1024 + 1));
    expect(response.status).toBe(413);
  });
});
