import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a second site off the same data folder for as long as this process lives; the operating system releases
 * the lock however the process ends. Throws an error that names the folder.
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
