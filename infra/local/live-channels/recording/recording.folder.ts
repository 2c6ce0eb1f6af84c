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
import type { Segment } from './hls.playlist.ts';
import type { Rendition } from './recording.rendition.ts';

/** What is known of a recording beside its segments. */
export interface RecordingFacts {
  readonly recordingId: string;
  readonly sessionId: string;
  readonly channelId: string;
  readonly channelName: string;
  /** Where it lies in the bucket, without a slash at the end. */
  readonly prefix: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The streams that it joins, in order; at least one. */
  readonly streamIds: readonly string[];
  /** Once its first segment was looked at. */
  readonly rendition?: Rendition;
}

/** `name` is the segment's name in the live playlist; in the recording they are numbered. */
export interface RecordedSegment extends Segment {
  readonly bytes: number;
}

const FACTS = 'recording.json';
const SEGMENTS = 'segments.jsonl';

/**
 * A recording that is not finished, in a folder of its own: its facts, the list of its segments (which only grows), and
 * the files of those that are not in the bucket yet. What a method has done survives `kill -9`.
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

  /** Those that an earlier run of the site has left. */
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

  /** Takes a segment in, without copying it; false when its file is gone. */
  add(segment: Segment, file: string): boolean {
    const target = this.fileOf(this.segments.length);
    try {
      // One that was linked by a run that ended before it was listed may be another one of the same number.
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
