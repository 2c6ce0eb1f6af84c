import { DAY_MS } from '#shared/plain/time.ts';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Checksum } from '../checksums/checksums.ts';
import type { Segment } from './blobs.ts';

/** An object's metadata. */
export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  readonly sizeBytes: number;
  /** Without the quotes. */
  readonly etag: string;
  /** In whole seconds, as in HTTP dates. */
  readonly modifiedMs: number;
  /** Response headers: Content-Type and similar, and `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
  readonly segments: readonly Segment[];
}

export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly startedMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Part {
  readonly uploadId: string;
  readonly number: number;
  readonly etag: string;
  readonly modifiedMs: number;
  readonly segment: Segment;
}

/** Keys are stored as UTF-8 bytes, so that they sort in S3's order. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, created INTEGER);
  CREATE TABLE IF NOT EXISTS object (bucket TEXT, key BLOB, value TEXT, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload (bucket TEXT, key BLOB, id TEXT, value TEXT, PRIMARY KEY (bucket, key, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS part (upload TEXT, number INTEGER, value TEXT, PRIMARY KEY (upload, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS completed (upload TEXT PRIMARY KEY, at INTEGER, value TEXT) WITHOUT ROWID;
`;

/** How long a completed upload is remembered, so that completing it again succeeds. */
const COMPLETED_KEPT_MS = 7 * DAY_MS;

/**
 * The index of objects and uploads. Calls are synchronous and atomic; their results survive `kill -9`. The last changes
 * may be lost in a power failure, because waiting for the disk would block the site's thread for each segment.
 */
export class ObjectsIndex {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#database = new DatabaseSync(path);
    this.#database.exec(SCHEMA);
    this.#run('DELETE FROM completed WHERE at < ?', Date.now() - COMPLETED_KEPT_MS);
  }

  close(): void {
    this.#database.close();
  }

  addBucket(name: string): void {
    this.#run('INSERT OR IGNORE INTO bucket VALUES (?, ?)', name, Date.now());
  }

  hasBucket(name: string): boolean {
    return this.#rows('SELECT name FROM bucket WHERE name = ?', name).length > 0;
  }

  object(bucket: string, key: string): StoredObject | undefined {
    return this.#document('SELECT value FROM object WHERE bucket = ? AND key = ?', bucket, Buffer.from(key));
  }

  /** Returns the first object with `from` <= key < `before`. */
  firstObject(bucket: string, from: Buffer, before: Buffer): StoredObject | undefined {
    const select = 'SELECT value FROM object WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1';
    return this.#document(select, bucket, from, before);
  }

  /** Returns the objects that were last changed at that time or earlier. */
  objectsUntil(bucket: string, modifiedMs: number): StoredObject[] {
    const select = "SELECT value FROM object WHERE bucket = ? AND value ->> '$.modifiedMs' <= ?";
    return this.#documents(select, bucket, modifiedMs);
  }

  putObject(object: StoredObject): void {
    const { bucket, key } = object;
    this.#run(
      'INSERT OR REPLACE INTO object VALUES (?, ?, ?)',
      bucket,
      Buffer.from(key),
      JSON.stringify(object),
    );
  }

  deleteObjects(bucket: string, keys: readonly string[]): void {
    this.#together(() => {
      for (const key of keys)
        this.#run('DELETE FROM object WHERE bucket = ? AND key = ?', bucket, Buffer.from(key));
    });
  }

  upload(bucket: string, key: string, id: string): Upload | undefined {
    const select = 'SELECT value FROM upload WHERE bucket = ? AND key = ? AND id = ?';
    return this.#document(select, bucket, Buffer.from(key), id);
  }

  /** Returns the uploads that were started at that time or earlier. */
  uploadsUntil(bucket: string, startedMs: number): Upload[] {
    const select = "SELECT value FROM upload WHERE bucket = ? AND value ->> '$.startedMs' <= ?";
    return this.#documents(select, bucket, startedMs);
  }

  putUpload(upload: Upload): void {
    const { bucket, key, id } = upload;
    this.#run('INSERT INTO upload VALUES (?, ?, ?, ?)', bucket, Buffer.from(key), id, JSON.stringify(upload));
  }

  part(uploadId: string, number: number): Part | undefined {
    return this.#document('SELECT value FROM part WHERE upload = ? AND number = ?', uploadId, number);
  }

  partsAfter(uploadId: string, number: number, limit: number): Part[] {
    const select = 'SELECT value FROM part WHERE upload = ? AND number > ? ORDER BY number LIMIT ?';
    return this.#documents(select, uploadId, number, limit);
  }

  putPart(part: Part): void {
    const { uploadId, number } = part;
    this.#run('INSERT OR REPLACE INTO part VALUES (?, ?, ?)', uploadId, number, JSON.stringify(part));
  }

  /** Ends an upload: deletes its parts and, if it was completed, stores the object. */
  endUpload({ bucket, key, id }: Upload, object?: StoredObject): void {
    this.#together(() => {
      this.#run('DELETE FROM upload WHERE bucket = ? AND key = ? AND id = ?', bucket, Buffer.from(key), id);
      this.#run('DELETE FROM part WHERE upload = ?', id);
      if (!object) return;
      this.putObject(object);
      this.#run('INSERT INTO completed VALUES (?, ?, ?)', id, Date.now(), JSON.stringify(object));
    });
  }

  /** Returns the object that an upload created, for a week. */
  completed(uploadId: string): StoredObject | undefined {
    return this.#document('SELECT value FROM completed WHERE upload = ?', uploadId);
  }

  /** Returns the files in use. */
  blobs(): Set<string> {
    const objects = this.#documents<StoredObject>('SELECT value FROM object');
    const parts = this.#documents<Part>('SELECT value FROM part');
    return new Set([
      ...objects.flatMap(({ segments }) => segments.map(({ blob }) => blob)),
      ...parts.map(({ segment }) => segment.blob),
    ]);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: (string | number | Buffer)[]): void {
    this.#statement(sql).run(...values);
  }

  #rows(sql: string, ...values: (string | number | Buffer)[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values);
  }

  #documents<T>(sql: string, ...values: (string | number | Buffer)[]): T[] {
    return this.#rows(sql, ...values).map(({ value }) => JSON.parse(String(value)) as T);
  }

  #document<T>(sql: string, ...values: (string | number | Buffer)[]): T | undefined {
    return this.#documents<T>(sql, ...values)[0];
  }

  #together(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
