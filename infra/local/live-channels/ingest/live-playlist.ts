import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAYLIST_FILE, segmentFile } from './hls-command.ts';

const LISTED = 12;
/** Segments that are kept after they left the playlist, for players with an older playlist. */
const KEPT = 6;
/** As IVS: the segment that grows, and the one after it. */
const ANNOUNCED = 2;

interface Listed {
  readonly name: string;
  readonly seconds: number;
  /** Program date-time (RFC 8216 §4.3.2.6) in ms since 1970. */
  readonly atMs: number;
  /** Its timestamps are not continuous with the previous segment (§4.3.2.3). */
  readonly isDiscontinuous: boolean;
}

/**
 * Writes a stream's media playlist. Like IVS it announces the segments that are not complete, so that players can load
 * them while they grow: `#EXT-X-PREFETCH:` with the address, `#EXT-X-PREFETCH-DISCONTINUITY` before one that begins
 * another part. Source: the proposal that IVS follows, https://github.com/video-dev/hlsjs-rfcs, 0001-lhls.
 */
export class LivePlaylist {
  readonly #directory: string;
  readonly #streamId: string;
  readonly #listed: Listed[] = [];
  readonly #kept: string[] = [];
  #sequence = 0;
  #discontinuities = 0;
  /** The number of the segment that grows, or will grow next. */
  #next = 0;
  #nextAtMs: number | undefined;
  #isNewPart = false;

  constructor(directory: string, streamId: string) {
    this.#directory = directory;
    this.#streamId = streamId;
  }

  get isEmpty(): boolean {
    return this.#listed.length === 0;
  }

  /** Begins a part. Returns its first number: none that was announced before. */
  beginPart(): number {
    this.#nextAtMs = undefined;
    if (this.isEmpty) return this.#next;
    this.#next += ANNOUNCED;
    this.#isNewPart = true;
    this.#write();
    return this.#next;
  }

  /** Dates the part by its first packet; ignores later ones. */
  receive(atMs: number): void {
    this.#nextAtMs ??= atMs;
  }

  add({ name, seconds }: Pick<Listed, 'name' | 'seconds'>): void {
    const atMs = this.#nextAtMs ?? Date.now() - seconds * 1000;
    this.#listed.push({ name, seconds, atMs, isDiscontinuous: this.#isNewPart });
    this.#nextAtMs = atMs + seconds * 1000;
    this.#next += 1;
    this.#isNewPart = false;
    while (this.#listed.length > LISTED) this.#removeFirst();
    this.#write();
  }

  end(): void {
    if (!this.isEmpty) this.#write(true);
  }

  #removeFirst(): void {
    const first = this.#listed.shift();
    if (!first) return;
    this.#sequence += 1;
    if (first.isDiscontinuous) this.#discontinuities += 1;
    this.#kept.push(first.name);
    const oldest = this.#kept.length > KEPT && this.#kept.shift();
    if (oldest) rmSync(join(this.#directory, oldest), { force: true });
  }

  /** Readers never get an incomplete file. */
  #write(isOver = false): void {
    const path = join(this.#directory, PLAYLIST_FILE);
    writeFileSync(`${path}.new`, this.#text(isOver));
    renameSync(`${path}.new`, path);
  }

  #text(isOver: boolean): string {
    const target = Math.max(1, ...this.#listed.map(({ seconds }) => Math.round(seconds)));
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      `#EXT-X-TARGETDURATION:${target}`,
      `#EXT-X-MEDIA-SEQUENCE:${this.#sequence}`,
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...(this.#discontinuities > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${this.#discontinuities}`] : []),
      ...this.#listed.flatMap(({ name, seconds, atMs, isDiscontinuous }) => [
        ...(isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(atMs).toISOString()}`,
        `#EXTINF:${seconds.toFixed(6)},live`,
        name,
      ]),
      ...(isOver ? ['#EXT-X-ENDLIST'] : this.#announced()),
    ];
    return `${lines.join('\n')}\n`;
  }

  #announced(): string[] {
    const numbers = Array.from({ length: ANNOUNCED }, (_, index) => this.#next + index);
    return [
      ...(this.#isNewPart ? ['#EXT-X-PREFETCH-DISCONTINUITY'] : []),
      ...numbers.map((number) => `#EXT-X-PREFETCH:${segmentFile(this.#streamId, number)}`),
    ];
  }
}
