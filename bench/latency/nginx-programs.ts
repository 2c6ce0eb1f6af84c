import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface NginxPrograms {
  readonly nginx: string;
  /** `ngx_rtmp_module.so`. */
  readonly rtmpModule: string;
}

const PACKAGES = ['nginx', 'libnginx-mod-rtmp'];
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/bench-nginx');

/**
 * Finds Debian's nginx with its RTMP module: the installed one, or else the packages' contents in a cache folder. They
 * are not installed, because that would start a system web server. Throws an error with the command to run.
 */
export function findNginx(): NginxPrograms {
  const found = [programsIn('/'), programsIn(CACHE)].find(
    ({ nginx, rtmpModule }) => existsSync(nginx) && existsSync(rtmpModule),
  );
  if (found) return found;
  console.log(`Fetching ${PACKAGES.join(' and ')} (apt-get download) …`);
  try {
    fetchPackages();
  } catch (cause) {
    throw new Error(`nginx is missing. Run: sudo apt-get install ${PACKAGES.join(' ')}`, { cause });
  }
  return programsIn(CACHE);
}

const programsIn = (root: string): NginxPrograms => ({
  nginx: join(root, 'usr/sbin/nginx'),
  rtmpModule: join(root, 'usr/lib/nginx/modules/ngx_rtmp_module.so'),
});

function fetchPackages(): void {
  mkdirSync(CACHE, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: CACHE, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    run('apt-get', 'download', ...PACKAGES);
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    run('apt-get', 'update');
    run('apt-get', 'download', ...PACKAGES);
  }
  for (const file of readdirSync(CACHE).filter((name) => name.endsWith('.deb')))
    run('dpkg', '--extract', file, '.');
}
