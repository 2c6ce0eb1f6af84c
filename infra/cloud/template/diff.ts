import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showDifference } from './difference.ts';
import { synthesize } from './synthesize.ts';

/**
 * `npm run diff -- REVISION`: prints what a deployment of this checkout would change of a site of the stage `prod` that was
 * deployed from a revision (`origin/main` where none is given), as `cdk diff` does, without an account. What the revision
 * is made with is what is installed here.
 */
const root = join(import.meta.dirname, '../../..');
const revision = process.argv[2] ?? 'origin/main';

/** The files of the revision, with the packages and the built web of this checkout. */
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
