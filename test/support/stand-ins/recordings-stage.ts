import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_RECORDING_CONFIGURATION_ARN } from '#infra/local/live-channels/live-channels.ts';
import { LOCAL_RECORDINGS, startBuckets } from '#infra/local/storage/site-buckets.ts';
import {
  createChannel,
  removeFolder,
  startLiveSite,
  temporaryFolder,
  type LiveSite,
  type NewChannel,
} from './live-site.ts';

export interface RecordingsStage {
  readonly dataDir: string;
  readonly site: LiveSite;
  readonly bucket: RecordingsBucket;
  newChannel(): Promise<NewChannel>;
  /** Stops IVS's stand-in properly and starts another one on the same folder, with this reconnect window if given. */
  restart(reconnectWindowMs?: number): Promise<void>;
  /** Returns a channel's recording events in order. */
  recordingEvents(channelArn: string): RaisedEvent[];
}

export interface RecordingsBucket {
  readonly endpoint: string;
  /** Returns keys in order. */
  keys(prefix: string): Promise<string[]>;
  text(key: string): Promise<string>;
  bytes(key: string): Promise<Uint8Array>;
  /** Replaces a playlist's names with addresses that ffmpeg can read, `http://…`. */
  readonly client: S3Client;
}

/** Starts IVS's stand-in, which records to S3's, in a separate folder, for all tests of a file. */
export function useRecordingsStage(reconnectWindowMs: number): RecordingsStage {
  const dataDir = temporaryFolder();
  let site: LiveSite;
  let storage: Awaited<ReturnType<typeof startBuckets>>;
  let bucket: RecordingsBucket;
  const start = async (windowMs = reconnectWindowMs): Promise<void> => {
    const recordings = {
      endpoint: storage.endpoint,
      bucket: LOCAL_RECORDINGS,
      reconnectWindowMs: windowMs,
      thumbnailIntervalS: 5,
    };
    site = await startLiveSite(dataDir, { recordings });
  };
  beforeAll(async () => {
    const credentials = localCredentials(dataDir);
    storage = await startBuckets({ dataDir, credentials, host: '127.0.0.1', port: 0, raise: () => {} });
    bucket = openBucket(storage.endpoint, dataDir);
    await start();
  });
  afterAll(async () => {
    await site.close();
    bucket.client.destroy();
    await storage.close();
    removeFolder(dataDir);
  });
  return {
    dataDir,
    get site() {
      return site;
    },
    get bucket() {
      return bucket;
    },
    newChannel: () => createChannel(site.ivs, 'ada', LOCAL_RECORDING_CONFIGURATION_ARN),
    restart: async (windowMs) => {
      await site.close();
      await start(windowMs);
    },
    recordingEvents: (arn) =>
      site.events.filter(
        (event) => event['detail-type'] === 'IVS Recording State Change' && event.resources.includes(arn),
      ),
  };
}

function openBucket(endpoint: string, dataDir: string): RecordingsBucket {
  const client = new S3Client({
    endpoint,
    region: LOCAL_REGION,
    credentials: localCredentials(dataDir),
    forcePathStyle: true,
  });
  const bytes = async (Key: string): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: LOCAL_RECORDINGS, Key }));
    if (!Body) throw new Error(`${Key} has no body`);
    return Body.transformToByteArray();
  };
  return {
    endpoint,
    client,
    bytes,
    text: async (key) => Buffer.from(await bytes(key)).toString(),
    keys: async (Prefix) => {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: LOCAL_RECORDINGS, Prefix }),
      );
      return Contents.map(({ Key = '' }) => Key);
    },
  };
}
