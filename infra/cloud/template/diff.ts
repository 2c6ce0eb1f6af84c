import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showDifference } from './difference.ts';
import { synthesize } from './synthesize.ts';

/**
 * `npm run diff -- REVISION`: prints what deploying this checkout would change in a `prod` site deployed from a
 * revision (default: `origin/main`), as `cdk diff` does, without an account. The revision is synthesised with the
 * packages installed here.
 */
const root = join(import.meta.dirname, '../../..');
const revision = process.argv[2] ?? 'origin/main';

/** Checks out the revision's files, with this checkout's packages and built web app. */
function checkOut(folder: string): string {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
  spawnSync('tar', ['-x'], { cwd: folder, input: archive });
  for (const path of ['node_modules', 'web/dist'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(folder, path));
  return folder;
}

const folder = mkdtempSync(join(tmpdir(), 'fanfare-diff-'));
try {
  const before = synthesize(checkOut(join(folder, 'before')), join(folder, 'before.out'));
  const now = join(folder, 'now.out');
  synthesize(root, now);
  showDifference(before, now);
} finally {
  rmSync(folder, { recursive: true });
}
