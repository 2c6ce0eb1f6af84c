import { noCosts } from '../no-costs.ts';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { chunkFiles, windowFiles } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import { readChunkKey } from '#functions/browser-stream/adapters/compatible/keys.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import { filmFiles } from '#functions/browser-stream/adapters/film-files.s3.ts';
import { publishedFiles } from '#functions/browser-stream/adapters/published-files.s3.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { discardFiles } from '#functions/videos/discard.service.ts';
import { publishReplay } from '#functions/videos/replays.service.ts';
import { storyboardVtt } from '#functions/videos/transcode/storyboard.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { workRepository } from '#functions/videos/table/work.repository.ts';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { startBuckets, type LocalBuckets } from '#infra/local/storage/site-buckets.ts';
import { aBroadcast, MANY_SLOTS } from './camera-rows.ts';
import { CameraRun } from './camera-run.ts';
import { ManualTranscoder } from './manual-transcoder.ts';
import { startAndOpenTable } from '../../stand-ins/imported-table.ts';
import { recording, type RecordingName } from '../../media/recorded-stream.ts';
import { seedChannels } from '../table/seed-channels.ts';
import { newFolder } from '../../runner/temporary-folder.ts';
import { owned } from '../owned.ts';

/** The table and the buckets of a site, in which broadcasts from the camera happen at a clock of their own. */
export class CameraStage {
  table!: Table;
  storage!: LocalBuckets;
  s3!: S3Client;
  readonly dataDir = newFolder();
  readonly credentials = localCredentials(this.dataDir);
  readonly #runs = new Map<string, CameraRun>();
  readonly #closing = new AsyncDisposableStack();

  async start(): Promise<void> {
    const { dataDir, credentials } = this;
    const raise = (event: RaisedEvent): void => this.#raise(event);
    this.storage = await startBuckets({ dataDir, credentials, host: '127.0.0.1', port: 0, raise });
    this.#closing.defer(() => this.storage.close());
    const { endpoint } = this.storage;
    this.s3 = new S3Client({ endpoint, region: LOCAL_REGION, credentials, forcePathStyle: true });
    this.#closing.defer(() => this.s3.destroy());
    const opened = await startAndOpenTable(dataDir);
    this.#closing.defer(() => opened.close());
    this.table = opened.table;
  }

  close(): Promise<void> {
    return this.#closing.disposeAsync();
  }

  /** Somebody goes live with what was recorded. */
  async run(
    name: RecordingName = 'keyframes-1s',
    change: Pick<Partial<Broadcast>, 'keepsReplay' | 'way' | 'recordingId'> = {},
  ): Promise<CameraRun> {
    const [channel] = await seedChannels(this.table, 1);
    const broadcast = aBroadcast(channel?.id ?? '', change);
    const waiting: RaisedEvent[] = [];
    const transcoder = this.transcoder((event) => waiting.push(event));
    const ports = this.ports(transcoder);
    const run = new CameraRun({
      stage: this,
      ports,
      transcoder,
      broadcast,
      waiting,
      recording: recording(name),
      name,
    });
    this.#runs.set(broadcast.id, run);
    await broadcastsRepository(this.table).start(broadcast, MANY_SLOTS);
    return run;
  }

  /** A channel's item. */
  async channel(id: string): Promise<Record<string, unknown>> {
    const { client, TableName } = this.table;
    return (await client.send(new GetCommand({ TableName, Key: channelKey(id) }))).Item ?? {};
  }

  async keys(bucket: 'uploads' | 'media', Prefix: string): Promise<string[]> {
    const Bucket = bucket === 'uploads' ? this.storage.uploadsBucket : this.storage.mediaBucket;
    const { Contents = [] } = await this.s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map(({ Key = '' }) => Key);
  }

  async deleteVideo(id: string): Promise<void> {
    await videosRepository(this.table).remove(owned({ id }), { sinceMs: 0, dueMs: 0 });
  }

  chunks(name: RecordingName): Uint8Array[] {
    return recording(name).chunks.map(({ bytes }) => bytes);
  }

  /** As one of a recording that began minutes before the broadcast. */
  futureChunk(): Uint8Array {
    const { bytes, elements } = recording('keyframes-default');
    const [from, to] = elements.filter(({ kind }) => kind === 'cluster').slice(1);
    const chunk = Uint8Array.from(bytes.subarray(from?.at, to?.at));
    const at = chunk.indexOf(0xe7, 4);
    const size = (chunk[at + 1] ?? 0x81) & 0x7f;
    chunk.fill(0xff, at + 2, at + 2 + size);
    return chunk;
  }

  transcoder(raise: (event: RaisedEvent) => void = () => {}): ManualTranscoder {
    const { uploadsBucket: uploads, mediaBucket: media } = this.storage;
    return new ManualTranscoder({ s3: this.s3, uploads, media }, raise);
  }

  /** What processing broadcasts needs. */
  ports(transcoder = this.transcoder()): ProcessingDeps {
    const { table, storage } = this;
    const { uploadsBucket, mediaBucket } = storage;
    const client = () => this.s3;
    const videos = videosRepository(table);
    const replays = { videos, channels: channelsRepository(table) };
    return {
      broadcasts: broadcastsRepository(table),
      chunks: chunkFiles({ client, bucket: uploadsBucket }),
      windows: windowFiles({ client, bucket: uploadsBucket }),
      published: publishedFiles({ client, bucket: mediaBucket }),
      films: filmFiles({ client, bucket: uploadsBucket }),
      transcoder,
      videos: {
        publish: (replay) => publishReplay(replays, replay),
        discard: (files) => discardFiles({ works: workRepository(table), clock: Date.now }, files),
        exists: async (id) => (await videos.find(id)) !== null,
        improve: async () => {},
        storyboard: storyboardVtt,
      },
      stage: { windowMs: 2000, jobsPerSecond: 5 },
      budgets: { note: async () => {}, take: async () => {} },
      costs: noCosts,
      clock: Date.now,
      report: () => {},
      measure: () => {},
    };
  }

  #raise(event: RaisedEvent): void {
    const { object } = event.detail as { object?: { key?: string } };
    const place = readChunkKey(object?.key ?? '');
    if (place && event['detail-type'] === 'Object Created')
      this.#runs.get(place.broadcast.id)?.waiting.push(event);
  }
}

/** One stage for all tests of a file. */
export function useCameraStage(): CameraStage {
  const stage = new CameraStage();
  beforeAll(() => stage.start());
  afterAll(() => stage.close());
  return stage;
}
