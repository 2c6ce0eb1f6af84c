import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { hlsCommand, PLAYLIST_FILE } from './hls.command.ts';
import { AAC, AUDIO, H264, isHeader, MP3, VIDEO } from './packets/flv-packets.ts';
import { PacketReader } from './packets/packet-reader.ts';
import { StreamContinuity } from './packets/stream-continuity.ts';

const PLAYLIST_POLL_MS = 50;
const RESTART_DELAY_MS = 300;
/** A run this long means that the stream as such can be packaged. */
const GOOD_RUN_MS = 10_000;
const MAX_FAILURES_IN_A_ROW = 4;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** On a busy machine ffmpeg takes seconds to start. */
const FLUSH_LIMIT_MS = 10_000;

/** Between two starts of ffmpeg, however often an encoder changes. */
const MIN_RUN_MS = 1_000;
/** The clock of an encoder begins again after this time. */
const CLOCK_MS = 2 ** 32;

type Ffmpeg = ChildProcessByStdio<Writable, null, null>;

export interface HlsPackagerOptions {
  /** Receives the playlist and the segments; holds no playlist yet. */
  readonly directory: string;
  /** Segments are `<streamId>-00000.ts`, …: names that no other stream uses, so that caches never mix two. */
  readonly streamId: string;
  /** The first segment can be played. */
  readonly onLive: () => void;
  /** The stream cannot be packaged; no more is tried. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Turns one encoder's packets into HLS without re-encoding: ffmpeg cuts MPEG-TS segments at keyframes, at least
 * 1 s long. Where the stream cannot go on as it was, and where ffmpeg dies, another ffmpeg goes on in the same playlist,
 * after a discontinuity. ffmpeg reads from a pipe, so it ends with this process, however that ends.
 */
export class HlsPackager {
  readonly #options: HlsPackagerOptions;
  readonly #playlistPath: string;
  readonly #playlistPoll: NodeJS.Timeout;
  /**
   * IVS takes H.264 alone, and so do most players. Sound without its picture is not published; a picture is, without
   * sound that players cannot decode.
   */
  #isPlayable = true;
  readonly #reader = new PacketReader();
  readonly #continuity = new StreamContinuity();
  /** FLV tags by `codec_type`. */
  readonly #headers = new Map<number, Buffer>();
  #ffmpeg: Ffmpeg | undefined;
  /** What the next ffmpeg is given while the one before it finishes. */
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
    // RTMP's times have 32 bits (RTMP 1.0 §3), and so have FLV's.
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

  /** Publishes what is left and ends the playlist. */
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

  /** ffmpeg finishes its last segment; what comes meanwhile is for the next. */
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
    // In a process group of its own, or Ctrl-C in the terminal would end it before the stream ends.
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

/** Ends ffmpeg's input; it writes its last segment and ends. */
function finish(ffmpeg: Ffmpeg): void {
  ffmpeg.stdin.end();
  const limit = setTimeout(() => ffmpeg.kill('SIGKILL'), FLUSH_LIMIT_MS);
  ffmpeg.on('close', () => clearTimeout(limit));
}
