import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { hlsCommand, PLAYLIST_FILE } from './hls-command.ts';
import { AAC, AUDIO, H264, isHeader, MP3, VIDEO } from './packets/flv-packets.ts';
import { PacketReader } from './packets/packet-reader.ts';
import { StreamContinuity } from './packets/stream-continuity.ts';

const PLAYLIST_POLL_MS = 50;
const RESTART_DELAY_MS = 300;
/** After a run this long the stream counts as one that can be packaged. */
const GOOD_RUN_MS = 10_000;
const MAX_FAILURES_IN_A_ROW = 4;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** On a busy machine ffmpeg takes seconds to start. */
const FLUSH_LIMIT_MS = 10_000;

/** Minimum time between two starts of ffmpeg, however often an encoder changes its settings. */
const MIN_RUN_MS = 1_000;
/** An encoder's clock restarts after this time. */
const CLOCK_MS = 2 ** 32;

type Ffmpeg = ChildProcessByStdio<Writable, null, null>;

export interface HlsPackagerOptions {
  /** Receives the playlist and the segments. Must not contain a playlist yet. */
  readonly directory: string;
  /** Segments are named `<streamId>-00000.ts`, …: no other stream uses these names, so caches never mix two streams. */
  readonly streamId: string;
  /** Called when the first segment is available. */
  readonly onLive: () => void;
  /** Called when the stream cannot be packaged and no retry follows. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Packages one encoder's packets as HLS without re-encoding: ffmpeg cuts MPEG-TS segments at keyframes, at least 1 s
 * long. If the stream's parameters change or ffmpeg crashes, another ffmpeg continues the playlist after a
 * discontinuity. ffmpeg reads from a pipe, so it ends with this process, even after a crash.
 */
export class HlsPackager {
  readonly #options: HlsPackagerOptions;
  readonly #playlistPath: string;
  readonly #playlistPoll: NodeJS.Timeout;
  /**
   * IVS and most players accept only H.264. Audio is not published without its video; video is published without audio
   * that players cannot decode.
   */
  #isPlayable = true;
  readonly #reader = new PacketReader();
  readonly #continuity = new StreamContinuity();
  /** FLV tags by `codec_type`. */
  readonly #headers = new Map<number, Buffer>();
  #ffmpeg: Ffmpeg | undefined;
  /** Input for the next ffmpeg while the previous one finishes. */
  #waiting: Buffer[] | undefined;
  #waitingBytes = 0;
  #restarted: PromiseWithResolvers<void> | undefined;
  #startedAtMs = 0;
  #failuresInARow = 0;
  #ending = false;

  constructor(options: HlsPackagerOptions) {
    this.#options = options;
    this.#playlistPath = join(options.directory, PLAYLIST_FILE);
    this.#playlistPoll = setInterval(() => this.#announceOnce(), PLAYLIST_POLL_MS);
    this.#start();
  }

  write(message: AvPacket): void {
    // Timestamps have 32 bits in RTMP (RTMP 1.0 §3) and in FLV.
    const dts = message.dts % CLOCK_MS;
    for (const packet of this.#reader.read(message)) this.#take({ ...packet, dts });
  }

  #take(packet: AvPacket): void {
    if (packet.codec_type === VIDEO) this.#isPlayable = packet.codec_id === H264;
    const isSound = packet.codec_type === AUDIO;
    if (!this.#isPlayable || (isSound && packet.codec_id !== AAC && packet.codec_id !== MP3)) return;
    if (isSound && packet.codec_id === MP3) this.#headers.delete(AUDIO);
    const tag = Flv.createMessage(packet);
    if (isHeader(packet)) this.#headers.set(packet.codec_type, tag);
    const { restarts, keeps } = this.#continuity.take(packet);
    if (restarts) this.#restart();
    if (!keeps || (restarts && isHeader(packet))) return;
    if (this.#waiting) this.#wait(tag);
    else this.#ffmpeg?.stdin.write(tag);
    if ((this.#ffmpeg?.stdin.writableLength ?? 0) > MAX_BACKLOG_BYTES) this.#ffmpeg?.kill('SIGKILL');
  }

  /** Publishes the last segment and ends the playlist. */
  async end(): Promise<void> {
    if (this.#waiting?.length) await this.#restarted?.promise;
    this.#ending = true;
    const ffmpeg = this.#ffmpeg;
    if (ffmpeg) {
      finish(ffmpeg);
      await once(ffmpeg, 'close');
    }
    clearInterval(this.#playlistPoll);
    if (existsSync(this.#playlistPath)) appendFileSync(this.#playlistPath, '#EXT-X-ENDLIST\n');
  }

  /** Lets ffmpeg finish its last segment. Packets that arrive meanwhile go to the next ffmpeg. */
  #restart(): void {
    if (!this.#waiting && this.#ffmpeg) finish(this.#ffmpeg);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    this.#restarted ??= Promise.withResolvers();
  }

  #wait(tag: Buffer): void {
    this.#waiting?.push(tag);
    this.#waitingBytes += tag.length;
    if (this.#waitingBytes <= MAX_BACKLOG_BYTES) return;
    [this.#waiting, this.#waitingBytes] = [[], 0];
    this.#continuity.restart();
  }

  #start(): void {
    if (this.#ending) return;
    this.#startedAtMs = Date.now();
    // In its own process group, because Ctrl-C in the terminal would otherwise end it before the stream ends.
    const ffmpeg = spawn('ffmpeg', this.#command(), {
      stdio: ['pipe', 'inherit', 'inherit'],
      detached: true,
    });
    let reason = '';
    ffmpeg.on('error', (error) => (reason = error.message));
    ffmpeg.stdin.on('error', () => {}); // A broken pipe: `close` follows.
    ffmpeg.on('close', (code, signal) => {
      this.#ffmpeg = undefined;
      if (this.#ending) return;
      const ranMs = Date.now() - this.#startedAtMs;
      if (this.#waiting) setTimeout(() => this.#start(), Math.max(0, MIN_RUN_MS - ranMs));
      else this.#recover(ranMs, reason || `ffmpeg ended with ${signal ?? code}`);
    });
    this.#ffmpeg = ffmpeg;
    const { tracks } = this.#continuity;
    const isFirst = tracks.size === 0;
    ffmpeg.stdin.write(Flv.createHeader(isFirst || tracks.has(AUDIO), isFirst || tracks.has(VIDEO)));
    for (const [kind, header] of this.#headers) if (tracks.has(kind)) ffmpeg.stdin.write(header);
    for (const tag of this.#waiting ?? []) ffmpeg.stdin.write(tag);
    this.#waiting = undefined;
    this.#restarted?.resolve();
    this.#restarted = undefined;
  }

  #command(): string[] {
    return hlsCommand({ ...this.#options, continues: existsSync(this.#playlistPath) });
  }

  #recover(ranMs: number, reason: string): void {
    this.#continuity.restart();
    this.#failuresInARow = ranMs > GOOD_RUN_MS ? 1 : this.#failuresInARow + 1;
    if (this.#failuresInARow < MAX_FAILURES_IN_A_ROW) setTimeout(() => this.#start(), RESTART_DELAY_MS);
    else this.#options.onFailure(reason);
  }

  #announceOnce(): void {
    if (!existsSync(this.#playlistPath)) return;
    clearInterval(this.#playlistPoll);
    this.#options.onLive();
  }
}

/** Closes ffmpeg's input. It writes its last segment and exits. */
function finish(ffmpeg: Ffmpeg): void {
  ffmpeg.stdin.end();
  const limit = setTimeout(() => ffmpeg.kill('SIGKILL'), FLUSH_LIMIT_MS);
  ffmpeg.on('close', () => clearTimeout(limit));
}
