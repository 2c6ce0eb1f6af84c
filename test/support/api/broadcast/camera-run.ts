import type { Measured, MetricName } from '#functions/metrics/metrics.ts';
import { noCosts } from '../no-costs.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { EventBridgeEvent } from 'aws-lambda';
import type { Table } from '#functions/aws/table/table.ts';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import {
  isOfWindow,
  onBroadcastsTick,
  onChunkCreated,
  onEndMarked,
  onWindowJobStateChange,
} from '#functions/browser-stream/browser-stream.handlers.ts';
import { livePlaylist, renditionPlaylist } from '#functions/browser-stream/playlist/live-playlist.service.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { stopBroadcast } from '#functions/browser-stream/lifecycle/stop.service.ts';
import { DomainError } from '#functions/base/errors.ts';
import { toVideo, videoKey, type VideoItem } from '#functions/videos/table/video.item.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { LocalBuckets } from '#infra/local/storage/site-buckets.ts';
import type { Video } from '#shared/videos/videos.ts';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ManualJob, ManualTranscoder } from './manual-transcoder.ts';
import { knownCountersOf } from '../../media/joined-media.ts';
import { checkChange, parsePlaylist, type ParsedPlaylist } from '../../media/playlist-validator.ts';
import { visibleFile, type Recording, type RecordingName } from '../../media/recorded-stream.ts';
import { newFolder } from '../../runner/temporary-folder.ts';
import { owned } from '../owned.ts';

const CHUNK_MS = 2000;
const MINUTE_MS = 60_000;

const fixture = (name: RecordingName): string =>
  fileURLToPath(new URL(`../../media/recordings/${name}.webm`, import.meta.url));

interface RunParts {
  /** Where it happens. */
  readonly stage: { readonly table: Table; readonly storage: LocalBuckets; readonly s3: S3Client };
  readonly ports: ProcessingDeps;
  readonly transcoder: ManualTranscoder;
  readonly broadcast: Broadcast;
  /** What was raised and not delivered. */
  readonly waiting: RaisedEvent[];
  readonly recording: Recording;
  readonly name: RecordingName;
}

type Event = EventBridgeEvent<string, object>;

/** One broadcast, whose chunks, events, jobs and clock the test has in its hand. The playlist is checked at each step. */
export class CameraRun {
  readonly parts: RunParts;
  readonly transcoder: ManualTranscoder;
  readonly broadcast: Broadcast;
  readonly waiting: RaisedEvent[];
  /** The playlist as it was at each change. */
  readonly playlists: string[] = [];
  readonly reported: [step: string, error: unknown][] = [];
  readonly #measured: Measured[] = [];
  /** What handles events; may be replaced. */
  ports: ProcessingDeps;
  nowMs: number;

  constructor(parts: RunParts) {
    this.parts = parts;
    this.broadcast = parts.broadcast;
    this.transcoder = parts.transcoder;
    this.waiting = parts.waiting;
    this.nowMs = parts.broadcast.startedAtMs;
    const { broadcasts } = parts.ports;
    const { id } = parts.broadcast;
    this.ports = {
      ...parts.ports,
      broadcasts: {
        ...broadcasts,
        // Those of other tests have clocks and jobs of their own.
        listActive: async () => (await broadcasts.listActive()).filter((active) => active === id),
      },
      clock: () => this.nowMs,
      report: (step, error) => void this.reported.push([step, error]),
      measure: (measured) => void this.#measured.push(measured),
    };
  }

  /** The recorded values of a metric. */
  measured(name: MetricName): number[] {
    return this.#measured.filter((measured) => measured.name === name).map(({ value }) => value);
  }

  get chunkCount(): number {
    return this.parts.recording.chunks.length;
  }

  bytes(seq: number): Uint8Array {
    const chunk = this.parts.recording.chunks[seq];
    if (!chunk) throw new RangeError(`The recording has no chunk ${seq}`);
    return chunk.bytes;
  }

  /** The recorder stores chunks, each at its time, or later. */
  async put(...seqs: readonly number[]): Promise<void> {
    for (const seq of seqs) {
      const bytes = this.bytes(seq);
      this.nowMs = Math.max(this.nowMs, this.broadcast.startedAtMs + (seq + 1) * CHUNK_MS);
      await this.parts.ports.chunks.put(owned(this.broadcast), seq, bytes);
    }
  }

  /** Takes all events that wait, in order. */
  take(): RaisedEvent[] {
    return this.waiting.splice(0);
  }

  /** `unseen`: without inspecting the playlist, because several are handled at once. */
  async handle(event: RaisedEvent, unseen?: 'unseen'): Promise<void> {
    const given = event as unknown as Event;
    if (event['detail-type'] === 'Object Created') {
      await onChunkCreated(this.ports, given);
      await onEndMarked(this.ports, given);
    } else if (isOfWindow(given)) await onWindowJobStateChange(this.ports, given);
    if (!unseen) await this.inspect();
  }

  async deliver(events: readonly RaisedEvent[] = this.take()): Promise<void> {
    for (const event of events) await this.handle(event);
  }

  /** Runs all jobs and delivers all events until nothing is left to happen by itself. */
  async settle(
    end: (job: ManualJob) => Promise<void> | void = (job) => this.transcoder.complete(job),
  ): Promise<void> {
    for (;;) {
      await this.deliver();
      const running = this.transcoder.running();
      if (running.length === 0 && this.waiting.length === 0) return;
      for (const job of running) await end(job);
    }
  }

  /** Stores chunks one after the other, each with all that follows from it. */
  async stream(...seqs: readonly number[]): Promise<void> {
    for (const seq of seqs) {
      await this.put(seq);
      await this.settle();
    }
  }

  async tick(afterMs = MINUTE_MS, unseen?: 'unseen'): Promise<void> {
    this.nowMs += afterMs;
    await onBroadcastsTick(this.ports, await this.ports.broadcasts.listActive());
    if (!unseen) await this.inspect();
  }

  /** As the person's button does. */
  async stop(chunkCount?: number): Promise<void> {
    const { ports: own, stage } = this.parts;
    const broadcasts = broadcastsRepository(stage.table);
    const { chunks, published, videos, budgets } = own;
    const { report } = this.ports;
    const clock = () => this.nowMs;
    const ports = { chunks, published, videos, budgets, report, broadcasts, clock, costs: noCosts };
    await stopBroadcast(ports, this.broadcast.channelId, { streamId: this.broadcast.id, chunkCount });
  }

  /** Takes the playlist as a viewer's player would; it must follow the one before by the rules. */
  async inspect(): Promise<void> {
    const text = await this.#playlistNow().catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return undefined;
      throw error;
    });
    const before = this.playlists.at(-1);
    if (text === undefined && before !== undefined) throw new Error('The playlist is gone');
    if (text === undefined) return;
    if (before === undefined) parsePlaylist(text);
    else checkChange(before, text);
    if (text !== before) this.playlists.push(text);
  }

  /** Of a direct broadcast that of main. */
  #playlistNow(): Promise<string> {
    const { ports } = this.parts;
    const { id, way } = this.broadcast;
    if (way === 'compatible') return livePlaylist(ports, id);
    return renditionPlaylist({ ...ports, clock: () => this.nowMs }, id, 'main');
  }

  /** The playlist of now. */
  playlist(): ParsedPlaylist {
    return parsePlaylist(this.playlists.at(-1) ?? '');
  }

  async find(): Promise<Broadcast> {
    const broadcast = await this.parts.ports.broadcasts.find(this.broadcast.id);
    if (!broadcast) throw new Error('The broadcast is gone');
    return broadcast;
  }

  /** The replay as the channel lists it. */
  async video(): Promise<Video> {
    const { client, TableName } = this.parts.stage.table;
    const { replay } = await this.find();
    const { Item } = await client.send(new GetCommand({ TableName, Key: videoKey(replay?.videoId ?? '-') }));
    if (!Item) throw new Error('There is no replay');
    return toVideo(Item as VideoItem);
  }

  async media(url: string): Promise<Uint8Array> {
    const { s3, storage } = this.parts.stage;
    const get = new GetObjectCommand({ Bucket: storage.mediaBucket, Key: url.slice(1) });
    const { Body } = await s3.send(get);
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  }

  /** The replay's playlist, by the rules. */
  async replay(): Promise<ParsedPlaylist> {
    const { playback_url } = await this.video();
    return parsePlaylist(Buffer.from(await this.media(playback_url ?? '')).toString());
  }

  /** The numbers in the pictures that the replay shows. */
  async visibleCounters(): Promise<number[]> {
    return [...new Set(await knownCountersOf(await this.replayFile()))];
  }

  /** The replay in one file. */
  async replayFile(): Promise<string> {
    const { segments } = await this.replay();
    const { playback_url } = await this.video();
    const base = (playback_url ?? '').replace(/[^/]*$/, '');
    const names = [segments[0]?.initUri ?? '', ...segments.map(({ uri }) => uri)];
    const files = await Promise.all(names.map((name) => this.media(`${base}${name}`)));
    const path = join(newFolder(), 'replay.mp4');
    await writeFile(path, Buffer.concat(files));
    return path;
  }

  /** The recording in one file. */
  recordedFile(): string {
    return fixture(this.parts.name);
  }

  /** Those that can be shown without the chunks that never came. */
  async storedCounters(lost: readonly number[] = []): Promise<number[]> {
    const chunks = this.parts.recording.chunks.map(({ bytes }) => bytes);
    return [...new Set(await knownCountersOf(await visibleFile(newFolder(), chunks, new Set(lost))))];
  }
}
