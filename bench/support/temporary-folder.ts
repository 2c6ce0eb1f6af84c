import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEEPER = join(import.meta.dirname, 'folder-keeper.ts');

/** A new folder that is gone when this process has ended, whichever way. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  // In a process group of its own, so that Ctrl-C leaves it.
  const keeper = spawn(process.execPath, [KEEPER, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  return folder;
}
