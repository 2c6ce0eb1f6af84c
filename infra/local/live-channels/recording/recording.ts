import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording-location.ts';
import { finalPlaylist, PLAYLIST_FILE } from '../ingest/hls-command.ts';
import { readSegments, recordedPlaylist } from './hls-playlist.ts';
import type { RecordingBucket } from './recording-bucket.ts';
import { endedFile, startedFile } from './recording-events.ts';
import type { RecordingFacts, RecordingFolder } from './recording-folder.ts';
import { masterPlaylist, probeRendition, writeThumbnail, type Rendition } from './recording-rendition.ts';

/** IVS writes playlists every half minute. Here streams are often short tests. */
const PLAYLISTS_EVERY_MS = 4_000;

export interface RecordingOptions {
  readonly bucket: RecordingBucket;
  /** Interval of thumbnails. */
  readonly thumbnailIntervalS: number;
}

/** Uploads one recording to the bucket. Collected segments are never lost, even if the site crashes. */
export class Recording {
  readonly #folder: RecordingFolder;
  readonly #bucket: RecordingBucket;
  readonly #thumbnailIntervalS: number;
  /** Number of segments in the bucket. */
  #uploaded = 0;
  /** Start of the next segment, in seconds. */
  #uploadedS = 0;
  #announced = false;
  #playlistsDueMs = 0;
  /** The last collected segment in the live playlist. */
  #lastName: string | undefined;

  constructor(folder: RecordingFolder, { bucket, thumbnailIntervalS }: RecordingOptions) {
    this.#folder = folder;
    this.#bucket = bucket;
    this.#thumbnailIntervalS = thumbnailIntervalS;
    this.#lastName = folder.segments.at(-1)?.name;
    while (this.#uploaded < folder.segments.length && !existsSync(folder.fileOf(this.#uploaded))) {
      this.#uploadedS += folder.segments[this.#uploaded]?.seconds ?? 0;
      this.#uploaded += 1;
    }
  }

  get facts(): RecordingFacts {
    return this.#folder.facts;
  }

  get durationMs(): number {
    const seconds = this.#folder.segments.reduce((sum, segment) => sum + segment.seconds, 0);
    return Math.round(seconds * 1000);
  }

  /** Adds another stream to the recording after the encoder has reconnected. */
  join(streamId: string): void {
    this.#folder.set({ streamIds: [...this.facts.streamIds, streamId] });
  }

  /** Collects the current stream's segments from the live playlists below `mediaDir`. */
  collect(mediaDir: string): void {
    const directory = join(mediaDir, this.facts.channelId);
    const streamId = this.facts.streamIds.at(-1) ?? '';
    const playlist = readIfThere(join(directory, finalPlaylist(streamId)), join(directory, PLAYLIST_FILE));
    const listed = readSegments(playlist).filter(({ name }) => name.startsWith(`${streamId}-`));
    const lastIndex = listed.findIndex(({ name }) => name === this.#lastName);
    // Timestamps are not continuous in another stream, or after missed segments.
    let isGap = lastIndex < 0;
    for (const segment of listed.slice(lastIndex + 1)) {
      const isDiscontinuous = segment.isDiscontinuous || isGap;
      isGap = !this.#folder.add({ ...segment, isDiscontinuous }, join(directory, segment.name));
      if (!isGap) this.#lastName = segment.name;
    }
  }

  /** Uploads the remaining segments. Throws S3's errors and the signal's reason; the next call continues. */
  async upload(signal: AbortSignal): Promise<void> {
    if (!this.#announced) await this.#put('events/recording-started.json', startedFile(this.facts));
    this.#announced = true;
    for (;;) {
      signal.throwIfAborted();
      const segment = this.#folder.segments[this.#uploaded];
      if (!segment) break;
      const file = this.#folder.fileOf(this.#uploaded);
      const rendition = await this.#rendition(file);
      if (rendition.picture) await this.#putThumbnails(file, segment.seconds);
      await this.#put(`media/hls/${rendition.name}/${this.#uploaded}.ts`, await readFile(file));
      await rm(file, { force: true });
      this.#uploaded += 1;
      this.#uploadedS += segment.seconds;
    }
    if (this.#uploaded === 0 || Date.now() < this.#playlistsDueMs) return;
    await this.#putPlaylists('EVENT');
    this.#playlistsDueMs = Date.now() + PLAYLISTS_EVERY_MS;
  }

  /** Uploads the rest and the final playlists. Throws as `upload` does. */
  async finish(signal: AbortSignal): Promise<void> {
    await this.upload(signal);
    await this.#putPlaylists('VOD');
    await this.#put('events/recording-ended.json', endedFile(this.facts, this.durationMs, new Date()));
  }

  /** Playlists of the uploaded segments. */
  async #putPlaylists(type: 'EVENT' | 'VOD'): Promise<void> {
    const { rendition } = this.facts;
    if (!rendition) return;
    const uploaded = this.#folder.segments.slice(0, this.#uploaded);
    const segments = uploaded.map((segment, index) => ({ ...segment, name: `${index}.ts` }));
    const bits = segments.map(({ bytes, seconds }) => (bytes * 8) / Math.max(seconds, 0.5));
    await this.#put(`media/hls/${rendition.name}/playlist.m3u8`, recordedPlaylist(segments, type));
    await this.#put('media/hls/master.m3u8', masterPlaylist(rendition, Math.max(...bits)));
  }

  /** Deletes the recording's local files. */
  forget(): void {
    this.#folder.remove();
  }

  async #rendition(file: string): Promise<Rendition> {
    const known = this.facts.rendition;
    if (known) return known;
    // A segment that ffprobe cannot read may still be playable.
    const rendition = await probeRendition(file).catch((): Rendition => ({ name: 'audio_only' }));
    this.#folder.set({ rendition });
    return rendition;
  }

  /** Writes one picture per interval; none at a time that cannot be decoded. */
  async #putThumbnails(file: string, seconds: number): Promise<void> {
    const intervalS = this.#thumbnailIntervalS;
    const first = Math.ceil(this.#uploadedS / intervalS);
    for (let index = first; index * intervalS < this.#uploadedS + seconds; index += 1) {
      const path = join(this.#folder.path, 'thumbnail.jpg');
      await writeThumbnail(file, index * intervalS - this.#uploadedS, path).catch(() => {});
      if (existsSync(path)) await this.#putThumbnail(index, await readFile(path));
      await rm(path, { force: true });
    }
  }

  /** `SEQUENTIAL` and `LATEST`. */
  async #putThumbnail(index: number, picture: Uint8Array): Promise<void> {
    await this.#put(`media/thumbnails/thumb${index}.jpg`, picture);
    await this.#put(LATEST_PICTURE, picture);
  }

  #put(name: string, body: string | Uint8Array): Promise<void> {
    return this.#bucket.put(`${this.facts.prefix}/${name}`, body);
  }
}

function readIfThere(...paths: readonly string[]): string {
  const path = paths.find((candidate) => existsSync(candidate));
  try {
    return path ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    // It was deleted meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Returns when the first segment of the channel's live playlist starts. */
export function firstPictureAt(mediaDir: string, channelId: string): Date | undefined {
  const [first] = readSegments(readIfThere(join(mediaDir, channelId, PLAYLIST_FILE)));
  return first?.atMs ? new Date(first.atMs) : undefined;
}
