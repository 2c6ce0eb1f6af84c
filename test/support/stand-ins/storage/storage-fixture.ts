import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { isOnAws, triedName } from '../aws/target.ts';
import { makeBucket, removeBucket } from '../aws/aws-bucket.ts';
import { awsEndpoint, skipOnAws, triedRegion } from '../aws/on-aws.ts';
import { type Credentials, localCredentials } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { startStorage, type BucketDefinition, type LocalStorage } from '#infra/local/storage/storage.ts';

export const BUCKET = triedName('fanfare-media');
/** A bucket without CORS. */
export const PRIVATE = triedName('fanfare-private');
export const SITE = 'http://localhost:3000';

const BUCKETS: readonly BucketDefinition[] = [
  {
    name: BUCKET,
    cors: [
      {
        allowedOrigins: [SITE, 'https://*.fans.example'],
        allowedMethods: ['GET', 'PUT', 'POST', 'HEAD'],
        allowedHeaders: ['content-type', 'x-amz-*'],
        exposedHeaders: ['ETag'],
        maxAgeSeconds: 600,
      },
    ],
  },
  { name: PRIVATE, cors: [] },
];

/** A stand-in for S3 in a separate folder, with the events that it raised; or S3 itself, with separate buckets. */
export class StorageFixture {
  /** The endpoint for plain requests. */
  endpoint = '';
  s3!: S3Client;
  #storage!: LocalStorage;
  readonly #events: RaisedEvent[] = [];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'fanfare-storage-'));
  credentials: Credentials = localCredentials(this.#dataDir);

  get storage(): LocalStorage {
    skipOnAws('its process');
    return this.#storage;
  }

  get events(): RaisedEvent[] {
    skipOnAws('its events');
    return this.#events;
  }

  get dataDir(): string {
    skipOnAws('its files');
    return this.#dataDir;
  }

  async start(options: { readonly idleMs?: number } = {}): Promise<void> {
    if (isOnAws) return this.#reach();
    const { dataDir, credentials, events } = this;
    const raise = (event: RaisedEvent): void => void events.push(event);
    this.#storage = await startStorage({
      dataDir,
      credentials,
      host: 'localhost',
      port: 0,
      buckets: BUCKETS,
      raise,
      ...options,
    });
    this.endpoint = this.#storage.endpoint;
    this.s3 = this.client();
  }

  async #reach(): Promise<void> {
    this.endpoint = awsEndpoint('s3', 'S3');
    this.s3 = this.client();
    this.credentials = await this.s3.config.credentials();
    for (const bucket of BUCKETS) await makeBucket(this.s3, bucket);
  }

  async stop(): Promise<void> {
    skipOnAws('a restart');
    this.s3.destroy();
    await this.#storage.close();
  }

  async remove(): Promise<void> {
    if (isOnAws) for (const { name } of BUCKETS) await removeBucket(this.s3, name);
    else await this.stop();
    rmSync(this.#dataDir, { recursive: true });
  }

  client(config: S3ClientConfig = {}): S3Client {
    const region = triedRegion();
    if (isOnAws) return new S3Client({ region, ...config });
    const { credentials, endpoint } = this;
    return new S3Client({ endpoint, region, credentials, maxAttempts: 1, ...config });
  }

  async put(Key: string, Body: string | Uint8Array, more: Partial<PutObjectInput> = {}): Promise<string> {
    const { ETag = '' } = await this.s3.send(
      new PutObjectCommand({ Bucket: BUCKET, Key, Body: Buffer.from(Body), ...more }),
    );
    return ETag;
  }

  async text(Key: string): Promise<string> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return (await Body?.transformToString()) ?? '';
  }

  /** Returns a presigned URL for a PUT of that object, as browsers get it. */
  presignedPut(Key: string, options: PresignOptions = {}): Promise<string> {
    const client = this.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    return getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key, ...options.input }), {
      expiresIn: 60,
      ...options,
    });
  }

  presignedGet(Key: string, options: PresignOptions = {}): Promise<string> {
    return getSignedUrl(this.s3, new GetObjectCommand({ Bucket: BUCKET, Key, ...options.input }), {
      expiresIn: 60,
      ...options,
    });
  }

  /** Returns a function that lists the files added or removed since. S3 reveals none. */
  watchFiles(): () => string[] {
    if (isOnAws) return () => [];
    const before = this.blobs();
    return () => {
      const now = this.blobs();
      return [...before, ...now].filter((file) => before.includes(file) !== now.includes(file));
    };
  }

  /** Returns the files with the objects' bytes. */
  blobs(): string[] {
    return readdirSync(join(this.dataDir, 'storage', 'blobs'));
  }
}

type PutObjectInput = ConstructorParameters<typeof PutObjectCommand>[0];

interface PresignOptions {
  readonly input?: object;
  readonly expiresIn?: number;
  readonly signingDate?: Date;
  readonly signableHeaders?: Set<string>;
  readonly unhoistableHeaders?: Set<string>;
}

/** Parses S3's error XML. */
export async function errorOf(response: Response): Promise<{ status: number; code: string; text: string }> {
  const text = await response.text();
  return { status: response.status, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? '', text };
}
