import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { finishedSegments, hlsCommand } from './hls-command.ts';
import { LivePlaylist } from './live-playlist.ts';
import { AAC, AUDIO, H264, isHeader, MP3, presentationMs, VIDEO } from './packets/flv-packets.ts';
import { PacketReader } from './packets/packet-reader.ts';
import { StreamContinuity } from './packets/stream-continuity.ts';

const RESTART_DELAY_MS = 300;
/** After a run this long the stream counts as one that can be packaged. */
const GOOD_RUN_MS = 10_000;
const MAX_FAILURES_IN_A_ROW = 4;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** On a busy machine ffmpeg takes seconds to start. */
const FLUSH_LIMIT_MS = 10_000;

/** Minimum time between two starts of ffmpeg, however often an encoder changes its settings. */
const MIN_RUN_MS = 1_000;
/** More is another clock, which ffmpeg corrects. */
const LONGEST_PICTURE_DELAY_MS = 500;
/** An encoder's clock restarts after this time. */
const CLOCK_MS = 2 ** 32;

type Ffmpeg = ChildProcessByStdio<Writable, Readable, null>;

export interface HlsPackagerOptions {
  /** Receives the playlist and the segments. Must not contain a playlist yet. */
  readonly directory: string;
  /** Segments are named after it. */
  readonly streamId: string;
  /** Called when the first segment is available. */
  readonly onLive: () => void;
  /** Called when the stream cannot be packaged and no retry follows. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Packages one encoder's packets as HLS without re-encoding: ffmpeg cuts MPEG-TS segments at keyframes, at least 1 s
 * long, which the playlist announces while they grow. If the stream's parameters change or ffmpeg crashes, another
 * ffmpeg continues the playlist after a discontinuity. ffmpeg reads from a pipe, so it ends with this process, even after a crash.
 */
export class HlsPackager {
  readonly #options: HlsPackagerOptions;
  readonly #playlist: LivePlaylist;
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
  /** When ffmpeg's first frames are due, by `codec_type`. */
  readonly #beginsMs = new Map<number, number>();
  #startedAtMs = 0;
  #failuresInARow = 0;
  #ending = false;

  constructor(options: HlsPackagerOptions) {
    this.#options = options;
    this.#playlist = new LivePlaylist(options.directory, options.streamId);
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
    else this.#send(tag, isHeader(packet));
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
    this.#playlist.end();
  }

  /** Lets ffmpeg finish its last segment. Packets that arrive meanwhile go to the next ffmpeg. */
  #restart(): void {
    if (!this.#waiting && this.#ffmpeg) finish(this.#ffmpeg);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    this.#restarted ??= Promise.withResolvers();
  }

  #send(tag: Buffer, isHeader = false): void {
    const [kind = 0] = tag;
    if (!isHeader && !this.#beginsMs.has(kind)) this.#beginsMs.set(kind, presentationMs(tag));
    if (!isHeader) this.#playlist.receive(Date.now());
    this.#ffmpeg?.stdin.write(tag);
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
    this.#beginsMs.clear();
    const firstNumber = this.#playlist.beginPart();
    // In its own process group, because Ctrl-C in the terminal would otherwise end it before the stream ends.
    const ffmpeg = spawn('ffmpeg', hlsCommand({ ...this.#options, firstNumber }), {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    createInterface({ input: ffmpeg.stdout }).on('line', (line) => this.#list(line));
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
    for (const tag of this.#waiting ?? []) this.#send(tag);
    this.#waiting = undefined;
    this.#restarted?.resolve();
    this.#restarted = undefined;
  }

  #list(line: string): void {
    for (const { name, startS, endS } of finishedSegments(line)) {
      const isFirst = this.#playlist.isEmpty;
      this.#playlist.add({ name, seconds: endS - (startS || this.#pictureDelayS()) });
      if (isFirst) this.#options.onLive();
    }
  }

  /** By how much the picture begins after the sound, from where ffmpeg counts the first segment. */
  #pictureDelayS(): number {
    const delayMs = (this.#beginsMs.get(VIDEO) ?? 0) - Math.min(...this.#beginsMs.values());
    return delayMs > 0 && delayMs < LONGEST_PICTURE_DELAY_MS ? delayMs / 1000 : 0;
  }

  #recover(ranMs: number, reason: string): void {
    this.#continuity.restart();
    this.#failuresInARow = ranMs > GOOD_RUN_MS ? 1 : this.#failuresInARow + 1;
    if (this.#failuresInARow < MAX_FAILURES_IN_A_ROW) setTimeout(() => this.#start(), RESTART_DELAY_MS);
    else this.#options.onFailure(reason);
  }
}

/** Closes ffmpeg's input. It writes its last segment and exits. */
function finish(ffmpeg: Ffmpeg): void {
  ffmpeg.stdin.end();
  const limit = setTimeout(() => ffmpeg.kill('SIGKILL'), FLUSH_LIMIT_MS);
  ffmpeg.on('close', () => clearTimeout(limit));
}
