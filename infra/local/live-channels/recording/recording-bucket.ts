import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { LOCAL_REGION, type Credentials } from '../../aws/credentials.ts';

export interface RecordingBucketOptions {
  /** S3's endpoint. */
  readonly endpoint: string;
  readonly credentials: Credentials;
  readonly bucket: string;
}

const CONTENT_TYPES = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  jpg: 'image/jpeg',
  json: 'application/json',
} as const;

/** Writes to the bucket of the recording configuration, as IVS does. */
export class RecordingBucket {
  readonly name: string;
  readonly #client: S3Client;

  constructor({ endpoint, credentials, bucket }: RecordingBucketOptions) {
    this.name = bucket;
    this.#client = new S3Client({ endpoint, credentials, region: LOCAL_REGION, forcePathStyle: true });
  }

  /** The content type follows from the key's extension. */
  async put(key: string, body: string | Uint8Array): Promise<void> {
    const ending = key.slice(key.lastIndexOf('.') + 1) as keyof typeof CONTENT_TYPES;
    const object = { Bucket: this.name, Key: key, Body: body, ContentType: CONTENT_TYPES[ending] };
    await this.#client.send(new PutObjectCommand(object));
  }

  close(): void {
    this.#client.destroy();
  }
}
