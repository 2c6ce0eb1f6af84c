import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What this machine's tokens are signed with: made once per data folder, for its owner alone to read. */
export function localTokenKeys(dataDir: string): string {
  const path = join(dataDir, 'token-keys');
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}
