import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playbackPublicKey } from '#functions/streaming/playback-address.ts';
import { handler } from '#infra/cloud/playback-key/playback-key.lambda.ts';

/** Where CloudFormation waits for the answer. */
async function answerOf(event: Partial<CloudFormationCustomResourceEvent>): Promise<unknown> {
  const answered = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answered.resolve({
        method: request.method,
        ...(JSON.parse(Buffer.concat(chunks).toString()) as object),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ResponseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?signed`;
  const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'PlaybackKey' };
  await handler({ ...ids, ResponseURL, ...event } as CloudFormationCustomResourceEvent);
  server.close();
  return answered.promise;
}

afterEach(() => void vi.unstubAllEnvs());

describe('the public key of playback addresses', () => {
  it.each(['Create', 'Update', 'Delete'] as const)(
    'is the answer to CloudFormation: %s',
    async (RequestType) => {
      vi.stubEnv('PLAYBACK_SECRET', 'a secret');
      expect(await answerOf({ RequestType })).toEqual({
        method: 'PUT',
        Status: 'SUCCESS',
        StackId: 'stack',
        RequestId: 'request',
        LogicalResourceId: 'PlaybackKey',
        PhysicalResourceId: 'playback-key',
        Data: { PublicKey: playbackPublicKey('a secret') },
      });
    },
  );
});
