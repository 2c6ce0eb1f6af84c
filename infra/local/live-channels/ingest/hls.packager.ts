import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { hlsCommand, PLAYLIST_FILE } from './hls.command.ts';

const PLAYLIST_POLL_MS = 50;
const RESTART_DELAY_MS = 300;
/** A run this long means that the stream as such can be packaged. */
const GOOD_RUN_MS = 10_000;
const MAX_FAILURES_IN_A_ROW = 4;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
const FLUSH_LIMIT_MS = 2_000;

/** `flags` of a packet. */
const AUDIO_HEADER = 0;
const VIDEO_HEADER = 2;
const KEYFRAME = 3;
const SCRIPT_DATA = 5;

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
 * 1 s long. An ffmpeg that dies is started again and goes on in the same playlist, after a discontinuity. ffmpeg
 * reads from a pipe, so it ends with this process, however that ends.
 */
export class HlsPackager {
  readonly #options: HlsPackagerOptions;
  readonly #playlistPath: string;
  readonly #playlistPoll: NodeJS.Timeout;
  #ffmpeg: ChildProcessByStdio<Writable, null, null> | undefined;
  #audioHeader: Buffer | undefined;
  #videoHeader: Buffer | undefined;
  #awaitsKeyframe = false;
  #failuresInARow = 0;
  #ending = false;

  constructor(options: HlsPackagerOptions) {
    this.#options = options;
    this.#playlistPath = join(options.directory, PLAYLIST_FILE);
    this.#playlistPoll = setInterval(() => this.#announceOnce(), PLAYLIST_POLL_MS);
    this.#start();
  }

  write(packet: AvPacket): void {
    if (packet.flags === SCRIPT_DATA) return;
    const tag = Flv.createMessage(packet);
    if (packet.flags === AUDIO_HEADER) this.#audioHeader = tag;
    if (packet.flags === VIDEO_HEADER) this.#videoHeader = tag;
    if (packet.flags === KEYFRAME) this.#awaitsKeyframe = false;
    if (this.#awaitsKeyframe || !this.#ffmpeg) return;
    this.#ffmpeg.stdin.write(tag);
    if (this.#ffmpeg.stdin.writableLength > MAX_BACKLOG_BYTES) this.#ffmpeg.kill('SIGKILL');
  }

  /** Publishes what is left and ends the playlist. */
  async end(): Promise<void> {
    this.#ending = true;
    const ffmpeg = this.#ffmpeg;
    if (ffmpeg) {
      ffmpeg.stdin.end();
      const limit = setTimeout(() => ffmpeg.kill('SIGKILL'), FLUSH_LIMIT_MS);
      await once(ffmpeg, 'close');
      clearTimeout(limit);
    }
    clearInterval(this.#playlistPoll);
  }

  #start(): void {
    if (this.#ending) return;
    const startedAt = Date.now();
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
      if (!this.#ending)
        this.#recover(Date.now() - startedAt, reason || `ffmpeg ended with ${signal ?? code}`);
    });
    this.#ffmpeg = ffmpeg;
    ffmpeg.stdin.write(Flv.createHeader(true, true));
    for (const header of [this.#audioHeader, this.#videoHeader]) if (header) ffmpeg.stdin.write(header);
    this.#awaitsKeyframe = this.#videoHeader !== undefined;
  }

  #command(): string[] {
    return hlsCommand({ ...this.#options, continues: existsSync(this.#playlistPath) });
  }

  #recover(ranMs: number, reason: string): void {
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
