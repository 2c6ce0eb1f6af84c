import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEEPER = join(import.meta.dirname, 'folder-keeper.ts');

/** Returns a new folder that is deleted when this process has ended, even after a crash. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  // In its own process group, so that Ctrl-C does not end it.
  const keeper = spawn(process.execPath, [KEEPER, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  return folder;
}
