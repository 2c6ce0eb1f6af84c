import { createServer, type IncomingHttpHeaders } from 'node:http';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, expect, it, vi } from 'vitest';
import { s3 } from '#functions/aws/objects/s3.ts';
import { listen } from '#infra/local/system/listen.ts';

afterEach(() => vi.unstubAllEnvs());

it('bytes are put without being hashed for the signature', async () => {
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    ({ headers } = request);
    request.resume().on('end', () => response.end());
  });
  const { endpoint, close } = await listen(server, { host: '127.0.0.1', port: 0 });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'an id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a key');
  await s3().send(new PutObjectCommand({ Bucket: 'media', Key: 'segment', Body: new Uint8Array(9) }));
  await close();
  expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
  expect(headers.authorization).toContain('x-amz-content-sha256');
});
