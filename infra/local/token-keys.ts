import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the keys that sign this machine's tokens: created once per data folder, readable by its owner only. */
export function localTokenKeys(dataDir: string): string {
  const path = join(dataDir, 'token-keys');
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}
