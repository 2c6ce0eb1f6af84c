import { setTimeout as delay } from 'node:timers/promises';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import type { StreamReport } from '../ingest/ingest-messages.ts';
import type { ChannelRecord } from '../state/channels-records.ts';
import { newResourceId } from '../state/identifiers.ts';
import type { RecordingBucket } from './recording-bucket.ts';
import { recordingEvent, recordingPrefix } from './recording-events.ts';
import { RecordingFolder } from './recording-folder.ts';
import { firstPictureAt, Recording } from './recording.ts';

/** Live playlists list a segment for at least 12 s. */
const COLLECT_EVERY_MS = 1_000;
const RETRY_MS = 1_000;

export interface RecorderOptions {
  /** Stores what is not in the bucket yet. Must be on the same disk as `mediaDir`. */
  readonly directory: string;
  /** Contains a folder per channel with its live playlist and segments. */
  readonly mediaDir: string;
  readonly bucket: RecordingBucket;
  readonly raise: (event: RaisedEvent) => void;
  readonly channel: (channelId: string) => ChannelRecord | undefined;
  /** An encoder that reconnects within this time continues the same recording. */
  readonly reconnectWindowMs: number;
  /** Interval of a recording's thumbnails. */
  readonly thumbnailIntervalS: number;
}

interface Running {
  readonly recording: Recording;
  /** Ends the recording unless the encoder reconnects. */
  window?: NodeJS.Timeout;
  /** Runs the recording's tasks one after another. */
  work: Promise<void>;
}

/**
 * Records the streams of channels with a recording configuration, and raises *IVS Recording State Change*. Recordings
 * that were not finished when the site ended, even by a crash, are finished by the next run.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #streamIds = new Map<string, string>();
  readonly #running = new Map<string, Running>();
  readonly #finishing = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #clock: NodeJS.Timeout;

  /** Must be created before `mediaDir` is emptied, because it collects the segments of the last run. */
  constructor(options: RecorderOptions) {
    this.#options = options;
    const { directory, mediaDir } = options;
    const left = RecordingFolder.openAll(directory).map((folder) => new Recording(folder, options));
    for (const recording of left) {
      recording.collect(mediaDir);
      this.#finish({ recording, work: Promise.resolve() });
    }
    this.#clock = setInterval(() => this.#advanceAll(), COLLECT_EVERY_MS);
  }

  apply(report: StreamReport): void {
    const { channelId } = report;
    if (report.stream === 'connected') this.#connect(channelId, report.streamId);
    else if (report.stream === 'live') this.#begin(channelId);
    else this.#end(channelId);
  }

  /** Called when the ingest process crashed, which ends all streams. */
  endAll(): void {
    for (const channelId of this.#streamIds.keys()) this.#end(channelId);
  }

  /** Unfinished recordings are left to the next run. */
  async close(): Promise<void> {
    clearInterval(this.#clock);
    this.#closing.abort();
    for (const { recording, window } of this.#running.values()) {
      clearTimeout(window);
      recording.collect(this.#options.mediaDir);
    }
    await Promise.all([...this.#finishing, ...[...this.#running.values()].map(({ work }) => work)]);
    this.#options.bucket.close();
  }

  #connect(channelId: string, streamId: string): void {
    if (!this.#options.channel(channelId)?.recordingConfigurationArn) return;
    this.#streamIds.set(channelId, streamId);
    clearTimeout(this.#running.get(channelId)?.window);
  }

  #begin(channelId: string): void {
    const streamId = this.#streamIds.get(channelId);
    if (!streamId) return;
    const running = this.#running.get(channelId);
    if (running) return running.recording.join(streamId);
    const recording = this.#create(channelId, streamId);
    this.#running.set(channelId, { recording, work: Promise.resolve() });
    this.#raise(recording, 'Recording Start');
  }

  #create(channelId: string, streamId: string): Recording {
    const { directory, channel, mediaDir } = this.#options;
    const recordingId = newResourceId();
    const startedAt = firstPictureAt(mediaDir, channelId) ?? new Date();
    const folder = RecordingFolder.create(directory, {
      recordingId,
      sessionId: newResourceId(),
      channelId,
      channelName: channel(channelId)?.name ?? '',
      prefix: recordingPrefix(LOCAL_ACCOUNT, { channelId, startedAt, recordingId }),
      startedAt: startedAt.toISOString(),
      streamIds: [streamId],
    });
    return new Recording(folder, this.#options);
  }

  #end(channelId: string): void {
    this.#streamIds.delete(channelId);
    const running = this.#running.get(channelId);
    if (!running) return;
    running.recording.collect(this.#options.mediaDir);
    clearTimeout(running.window);
    running.window = setTimeout(() => {
      this.#running.delete(channelId);
      // The ffmpeg of a crashed ingest process has listed its last segment by now.
      running.recording.collect(this.#options.mediaDir);
      this.#finish(running);
    }, this.#options.reconnectWindowMs);
  }

  #advanceAll(): void {
    for (const running of this.#running.values()) {
      const { recording } = running;
      recording.collect(this.#options.mediaDir);
      // Failed uploads are retried in the next round.
      running.work = running.work.then(() => recording.upload(this.#closing.signal)).catch(() => {});
    }
  }

  #finish({ recording, work }: Running): void {
    const finished = work
      .then(() => this.#finishPatiently(recording))
      .finally(() => this.#finishing.delete(finished));
    this.#finishing.add(finished);
  }

  async #finishPatiently(recording: Recording): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await recording.finish(signal);
        break;
      } catch {
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
    if (signal.aborted) return;
    this.#raise(recording, 'Recording End');
    recording.forget();
  }

  #raise({ facts, durationMs }: Recording, status: 'Recording Start' | 'Recording End'): void {
    const duration = status === 'Recording End' ? durationMs : 0;
    this.#options.raise(recordingEvent(facts, this.#options.bucket.name, { status, durationMs: duration }));
  }
}
