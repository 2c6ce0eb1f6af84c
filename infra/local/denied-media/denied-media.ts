import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import type { DeniedKeys } from '#infra/agreed/edge/media-request.ts';
import type { ApiThrottle } from '../aws/api-throttle.ts';
import { AwsError } from '../aws/aws-error.ts';
import { fail, parseJson, readBody } from '../aws/aws-server.ts';
import { refuseBrowsers } from '../aws/browsers.ts';
import { LOCAL_ACCOUNT, type Credentials } from '../aws/credentials.ts';
import { accessDeniedException, type Refuse } from '../aws/iam/authorize.ts';
import { listen, type Listening } from '../system/listen.ts';
import { Store } from '../system/store.ts';
import { verifySignatureV4a } from './sigv4a.ts';

export const LOCAL_DENIED_MEDIA_ARN = `arn:aws:cloudfront::${LOCAL_ACCOUNT}:key-value-store/denied-media`;

/** Source: CloudFront Developer Guide, "Quotas on key value stores". */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_KEYS = 50;

const input = z.object({
  Puts: z.array(z.object({ Key: z.string().min(1).max(512), Value: z.string().max(1024) })).default([]),
  Deletes: z.array(z.object({ Key: z.string().min(1) })).default([]),
});

export interface DeniedMediaOptions {
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** @default AWS's limit */
  readonly maxBytes?: number;
  /** @default unlimited calls */
  readonly throttle?: ApiThrottle | undefined;
  /** Refuses calls as IAM does. @default allows only the Lambda `events` */
  readonly refuse?: Refuse | undefined;
}

export interface LocalDeniedMedia extends Listening {
  /** The keys that the edge function reads. */
  readonly keys: DeniedKeys;
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

/**
 * Starts the stand-in for CloudFront's KeyValueStore: `DescribeKeyValueStore` and `UpdateKeys`, for the Lambda
 * `events`. Deleting a missing key fails, and an update without changes creates no version; AWS may differ in both.
 */
export async function startDeniedMedia(options: DeniedMediaOptions): Promise<LocalDeniedMedia> {
  const { dataDir, credentials, maxBytes = MAX_BYTES, refuse = allButEvents } = options;
  const store = new Store(join(dataDir, 'denied-media.sqlite'));
  const pairs = store.collection<Pair>('pairs');
  const versions = store.collection<string>('version');
  const etag = (): string => versions.get('current') ?? 'first';

  const described = () => {
    const all = pairs.list();
    const bytes = all.reduce((sum, { key, value }) => sum + Buffer.byteLength(key + value), 0);
    return { ItemCount: all.length, TotalSizeInBytes: bytes };
  };
  const updateKeys = (given: unknown, ifMatch: string | undefined) => {
    const { success, data } = input.safeParse(given);
    if (!success || data.Puts.length + data.Deletes.length > MAX_KEYS || !ifMatch)
      throw new AwsError('ValidationException', 'The request is invalid.', 400);
    if (ifMatch !== etag()) throw new AwsError('ConflictException', 'The version has changed.', 409);
    return store.transaction(() => {
      for (const { Key } of data.Deletes) {
        if (!pairs.get(Key)) throw missing();
        pairs.delete(Key);
      }
      const isChange = data.Puts.some(({ Key, Value }) => pairs.get(Key)?.value !== Value);
      for (const { Key: key, Value: value } of data.Puts) pairs.put(key, { key, value });
      if (described().TotalSizeInBytes > maxBytes)
        throw new AwsError('ServiceQuotaExceededException', 'The store is full.', 402);
      if (isChange || data.Deletes.length > 0) versions.put('current', randomUUID());
      return described();
    });
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    refuseBrowsers(request);
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    const headers = request.headers as Record<string, string>;
    const body = await readBody(request);
    const holder = verifySignatureV4a({ method, url, headers, body }, credentials);
    const name = method === 'GET' ? 'DescribeKeyValueStore' : 'UpdateKeys';
    const refusal = refuse(holder, [
      { action: `cloudfront-keyvaluestore:${name}`, resource: LOCAL_DENIED_MEDIA_ARN },
    ]);
    if (refusal) throw accessDeniedException(refusal, 403);
    options.throttle?.(name);
    const [, resource, arn, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (resource !== 'key-value-stores' || arn !== LOCAL_DENIED_MEDIA_ARN) throw missing();
    const operation = `${method} ${rest.join('/')}`;
    const output = () => {
      if (operation === 'GET ') return described();
      if (operation === 'POST keys') return updateKeys(parseJson(body), headers['if-match']);
      throw missing();
    };
    const text = JSON.stringify(output());
    response.writeHead(200, { 'content-type': 'application/json', etag: etag() });
    response.end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    ...listening,
    keys: { exists: (key) => pairs.get(key) !== undefined },
    close: async () => {
      await listening.close();
      store.close();
    },
  };
}

/** The permissions of the stack. */
const allButEvents: Refuse = ({ lambda }, [request]) =>
  lambda && lambda !== 'events' && request ? { ...request, message: 'Not for this role.' } : undefined;

const missing = (): AwsError => new AwsError('ResourceNotFoundException', 'There is no such resource.', 404);
