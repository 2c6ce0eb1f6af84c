import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A stand-in's documents of one kind, by key. */
export interface Collection<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  delete(key: string): void;
  /** Ordered by key. */
  list(): T[];
}

/**
 * Persistent storage of a stand-in: JSON documents in one SQLite file. A completed write survives `kill -9`; the last
 * ones may be missing after a power failure. `path` may be `:memory:`.
 */
export class Store {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    this.#database = new DatabaseSync(path);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS document (collection TEXT, key TEXT, value TEXT, PRIMARY KEY (collection, key));
    `);
  }

  collection<T>(name: string): Collection<T> {
    const get = this.#database.prepare('SELECT value FROM document WHERE collection = ? AND key = ?');
    const put = this.#database.prepare('INSERT OR REPLACE INTO document VALUES (?, ?, ?)');
    const remove = this.#database.prepare('DELETE FROM document WHERE collection = ? AND key = ?');
    const list = this.#database.prepare('SELECT value FROM document WHERE collection = ? ORDER BY key');
    const parse = (row: { value?: unknown }): T => JSON.parse(String(row.value)) as T;
    return {
      get: (key) => {
        const row = get.get(name, key);
        return row && parse(row);
      },
      put: (key, value) => void put.run(name, key, JSON.stringify(value)),
      delete: (key) => void remove.run(name, key),
      list: () => list.all(name).map(parse),
    };
  }

  /** Runs `work` in a transaction. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
