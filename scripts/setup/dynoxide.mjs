/** DynamoDB on this machine: dynoxide, whose builds are npm packages, one for each platform. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root, say } from './project.mjs';

export const platform = `${process.platform}-${process.arch}`;

/** Holds the build that npm lacked; deleted with the folder when packages are reinstalled. */
const refusal = join(root, 'node_modules', '.fanfare-no-dynoxide');

/**
 * Whether dynoxide is there for this platform. One that the lock file does not have is asked of npm in the version that
 * it has for others, and kept out of `package.json` and of the lock file.
 */
export function installDynoxide() {
  const name = `@dynoxide/${platform}`;
  const isThere = () => existsSync(join(root, 'node_modules', name, 'package.json'));
  if (isThere()) return true;
  const build = `${name}@${lockedVersion()}`;
  if (existsSync(refusal) && readFileSync(refusal, 'utf8') === build) return false;
  say(`Asking npm for ${build} …`);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0'];
  const { status, stderr } = spawnSync('npm', ['install', '--no-save', ...quiet, build], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  // Without a connection it may be there another time.
  if (/\bE404\b/.test(stderr)) writeFileSync(refusal, build);
  return status === 0 && isThere();
}

function lockedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return optionalDependencies['@dynoxide/linux-x64'];
}
