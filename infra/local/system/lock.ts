import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks the data folder against a second site while this process lives. The operating system releases the lock, even
 * after a crash. Throws an error that names the folder.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const database = new DatabaseSync(join(dataDir, 'lock.sqlite'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (cause) {
    database.close();
    throw new Error(`Another Fanfare is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`, {
      cause,
    });
  }
  return { release: () => database.close() };
}
