import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Segment } from './hls-playlist.ts';
import type { Rendition } from './recording-rendition.ts';

/** A recording's metadata without its segments. */
export interface RecordingFacts {
  readonly recordingId: string;
  readonly sessionId: string;
  readonly channelId: string;
  readonly channelName: string;
  /** Prefix in the bucket, without a slash at the end. */
  readonly prefix: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The recorded streams in order, at least one. */
  readonly streamIds: readonly string[];
  /** Set once the first segment was probed. */
  readonly rendition?: Rendition;
}

/** `name` is the segment's name in the live playlist. In the recording, segments are numbered. */
export interface RecordedSegment extends Segment {
  readonly bytes: number;
}

const FACTS = 'recording.json';
const SEGMENTS = 'segments.jsonl';

/**
 * An unfinished recording in its own folder: its metadata, the append-only list of its segments, and the files of
 * segments that are not in the bucket yet. Changes survive `kill -9` once a method has returned.
 */
export class RecordingFolder {
  readonly path: string;
  readonly segments: RecordedSegment[];
  #facts: RecordingFacts;

  private constructor(path: string, facts: RecordingFacts, segments: RecordedSegment[]) {
    this.path = path;
    this.#facts = facts;
    this.segments = segments;
  }

  static create(root: string, facts: RecordingFacts): RecordingFolder {
    const path = join(root, facts.recordingId);
    mkdirSync(path, { recursive: true });
    const folder = new RecordingFolder(path, facts, []);
    folder.#write(facts);
    return folder;
  }

  /** Opens the recordings that an earlier run has left. */
  static openAll(root: string): RecordingFolder[] {
    if (!existsSync(root)) return [];
    const paths = readdirSync(root).map((name) => join(root, name));
    return paths.flatMap((path) => {
      if (existsSync(join(path, FACTS))) return [RecordingFolder.#open(path)];
      rmSync(path, { recursive: true, force: true });
      return [];
    });
  }

  static #open(path: string): RecordingFolder {
    const list = join(path, SEGMENTS);
    const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').slice(0, -1) : [];
    const facts = JSON.parse(readFileSync(join(path, FACTS), 'utf8')) as RecordingFacts;
    return new RecordingFolder(
      path,
      facts,
      lines.map((line) => JSON.parse(line) as RecordedSegment),
    );
  }

  get facts(): RecordingFacts {
    return this.#facts;
  }

  set(changed: Partial<RecordingFacts>): void {
    this.#write({ ...this.#facts, ...changed });
  }

  /** Links a segment's file into the recording. Returns false if the file no longer exists. */
  add(segment: Segment, file: string): boolean {
    const target = this.fileOf(this.segments.length);
    try {
      // A file from a run that crashed before listing it may be another segment with the same number.
      rmSync(target, { force: true });
      linkSync(file, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    const recorded = { ...segment, bytes: statSync(target).size };
    appendFileSync(join(this.path, SEGMENTS), `${JSON.stringify(recorded)}\n`);
    this.segments.push(recorded);
    return true;
  }

  fileOf(index: number): string {
    return join(this.path, `${index}.ts`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #write(facts: RecordingFacts): void {
    this.#facts = facts;
    const path = join(this.path, FACTS);
    writeFileSync(`${path}.new`, JSON.stringify(facts));
    renameSync(`${path}.new`, path);
  }
}
