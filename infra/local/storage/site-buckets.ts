import { isIP } from 'node:net';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { UPLOADS_CORS, UPLOADS_LIFECYCLE } from '#infra/agreed/uploads-bucket.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';
import { type BucketDefinition, type LocalStorage, startStorage } from './storage.ts';

export const LOCAL_UPLOADS = 'fanfare-uploads';
export const LOCAL_MEDIA = 'fanfare-media';
export const LOCAL_RECORDINGS = 'fanfare-recordings';
export const LOCAL_WEB = 'fanfare-web';

export interface LocalBuckets extends Pick<LocalStorage, 'get'> {
  /** The endpoint that Lambdas sign for and browsers upload to. */
  readonly endpoint: string;
  readonly uploadsBucket: string;
  readonly mediaBucket: string;
  readonly recordingsBucket: string;
  readonly webBucket: string;
  close(): Promise<void>;
}

export interface LocalBucketsOptions {
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** The name by which browsers reach this machine. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly raise: (event: RaisedEvent) => void;
  /** @default as in the code */
  readonly buckets?: readonly BucketDefinition[] | undefined;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

const BUCKETS: readonly BucketDefinition[] = [
  { name: LOCAL_UPLOADS, cors: [UPLOADS_CORS], lifecycle: UPLOADS_LIFECYCLE },
  { name: LOCAL_MEDIA, cors: [] },
  { name: LOCAL_RECORDINGS, cors: [] },
  { name: LOCAL_WEB, cors: [] },
];

/** Starts S3's stand-in with the stack's buckets. */
export async function startBuckets(options: LocalBucketsOptions): Promise<LocalBuckets> {
  const { host, buckets = BUCKETS } = options;
  const { port, get, close } = await startStorage({ ...options, buckets });
  // An IP address, because the SDK prefixes host names with the bucket's name.
  const endpoint = `http://${isIP(host) === 4 ? host : '127.0.0.1'}:${port}`;
  return {
    endpoint,
    uploadsBucket: LOCAL_UPLOADS,
    mediaBucket: LOCAL_MEDIA,
    recordingsBucket: LOCAL_RECORDINGS,
    webBucket: LOCAL_WEB,
    get,
    close,
  };
}
