import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newStreamId } from '../state/identifiers.ts';
import type { Publication } from './encoder-session.ts';
import { finalPlaylist, PLAYLIST_FILE } from './hls-command.ts';
import { HlsPackager } from './hls-packager.ts';
import type { StreamMeasurement, StreamReport } from './ingest-messages.ts';
import { IngestMeter } from './ingest-meter.ts';

/** How long an ended stream's playlist stays available, so that players read its end. After that it is 404. */
const ENDED_PLAYLIST_MS = 5_000;

/** An encoder that has sent nothing for this long has lost its connection, and may reconnect. */
const CONNECTION_LOST_MS = 1_500;

interface Broadcast {
  readonly channelId: string;
  readonly streamId: string;
  readonly packager: HlsPackager;
  readonly meter: IngestMeter;
  /** Disconnects the encoder. */
  readonly drop: () => void;
  lastPacketAtMs: number;
  ended?: Promise<void>;
  failure?: string;
}

export interface BroadcastsOptions {
  /** Contains a folder per channel. */
  readonly mediaDir: string;
  readonly report: (report: StreamReport) => void;
  readonly measure: (measurement: StreamMeasurement) => void;
  /** Never receives a stream key. */
  readonly log: (line: string) => void;
}

/** Knows the valid stream keys and packages their streams: at most one encoder per channel. */
export class Broadcasts {
  readonly #options: BroadcastsOptions;
  readonly #channelIdByKey = new Map<string, string>();
  readonly #running = new Map<string, Broadcast>();

  constructor(options: BroadcastsOptions) {
    this.#options = options;
  }

  admit(key: string, channelId: string): void {
    this.#channelIdByKey.set(key, channelId);
  }

  /** Refuses the key from now on. A connected encoder is not disconnected, as in IVS. */
  revoke(key: string): void {
    this.#channelIdByKey.delete(key);
  }

  /**
   * Starts a stream; replaces one whose encoder has lost its connection. Returns the reason as a sentence if the key is
   * not valid or its channel already has an encoder.
   */
  async open(key: string, drop: () => void): Promise<Publication | string> {
    const channelId = this.#channelIdByKey.get(key);
    if (!channelId) return this.#refuse('The stream key is wrong.');
    const running = this.#running.get(channelId);
    if (running && Date.now() - running.lastPacketAtMs > CONNECTION_LOST_MS) await this.stop(channelId);
    if (this.#running.has(channelId))
      return this.#refuse('The stream key is already in use by another encoder.', channelId);
    const broadcast = this.#start(channelId, drop);
    return {
      write: (packet) => {
        broadcast.lastPacketAtMs = Date.now();
        broadcast.meter.take(packet);
        broadcast.packager.write(packet);
      },
      end: () => void this.#finish(broadcast),
    };
  }

  /** Disconnects the channel's encoder. Resolves when its playlist has ended. */
  async stop(channelId: string): Promise<void> {
    const broadcast = this.#running.get(channelId);
    broadcast?.drop();
    if (broadcast) await this.#finish(broadcast);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((channelId) => this.stop(channelId)));
  }

  #refuse(reason: string, channelId?: string): string {
    this.#options.log(`encoder refused: ${channelId ? `channel ${channelId}: ` : ''}${reason}`);
    return reason;
  }

  #start(channelId: string, drop: () => void): Broadcast {
    const { report, measure, log } = this.#options;
    const directory = join(this.#options.mediaDir, channelId);
    const streamId = newStreamId();
    mkdirSync(directory, { recursive: true });
    rmSync(join(directory, PLAYLIST_FILE), { force: true });
    report({ stream: 'connected', channelId, streamId, startTime: new Date().toISOString() });
    log(`encoder connected: channel ${channelId}, stream ${streamId}`);
    const packager = new HlsPackager({
      directory,
      streamId,
      onLive: () => report({ stream: 'live', channelId }),
      onFailure: (reason) => {
        broadcast.failure = reason;
        drop();
      },
    });
    const meter = new IngestMeter({
      onSample: (sample) => measure({ measured: 'sample', channelId, sample }),
      onSettings: (settings) => measure({ measured: 'settings', channelId, settings }),
    });
    const broadcast: Broadcast = { channelId, streamId, packager, meter, drop, lastPacketAtMs: Date.now() };
    this.#running.set(channelId, broadcast);
    return broadcast;
  }

  #finish(broadcast: Broadcast): Promise<void> {
    broadcast.ended ??= this.#end(broadcast);
    return broadcast.ended;
  }

  async #end(broadcast: Broadcast): Promise<void> {
    const { channelId, streamId, packager, meter } = broadcast;
    meter.end();
    await packager.end();
    this.#keepPlaylist(broadcast);
    const { failure } = broadcast;
    this.#running.delete(channelId);
    this.#options.report({ stream: 'ended', channelId, ...(failure && { failure }) });
    this.#options.log(
      `stream ended: channel ${channelId}, stream ${streamId}${failure ? `: ${failure}` : ''}`,
    );
    setTimeout(() => this.#clear(channelId, streamId), ENDED_PLAYLIST_MS);
  }

  /**
   * Renames the playlist, because the channel's next stream starts a new one. The recording reads this one to its end.
   */
  #keepPlaylist({ channelId, streamId }: Broadcast): void {
    const directory = join(this.#options.mediaDir, channelId);
    const playlist = join(directory, PLAYLIST_FILE);
    if (existsSync(playlist)) copyFileSync(playlist, join(directory, finalPlaylist(streamId)));
  }

  #clear(channelId: string, streamId: string): void {
    const directory = join(this.#options.mediaDir, channelId);
    if (!this.#running.has(channelId)) return rmSync(directory, { recursive: true, force: true });
    const stale = readdirSync(directory).filter((name) => name.startsWith(streamId));
    for (const name of stale) rmSync(join(directory, name), { force: true });
  }
}
