import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LocalRecordings } from '#infra/local/live-channels/live-channels.ts';

const SITE_TO_KILL = `
  const [modules, dataDir, recordings] = process.argv.slice(1);
  const { startLiveChannels } = await import(modules + '/local/live-channels/live-channels.ts');
  const { localCredentials } = await import(modules + '/local/aws/credentials.ts');
  const { endpoint } = await startLiveChannels({
    dataDir, credentials: localCredentials(dataDir), rtmpPort: 0, host: 'localhost',
    playbackOrigin: 'http://localhost', raise: () => {}, ...JSON.parse(recordings),
  });
  console.log(endpoint);
`;

export interface SiteToKill {
  /** IVS's API. */
  readonly endpoint: string;
  /** Leaves it no time for anything. */
  kill(): void;
}

/** Runs IVS's stand-in in a process of its own, until the test ends at the latest. */
export async function startSiteToKill(dataDir: string, recordings?: LocalRecordings): Promise<SiteToKill> {
  const modules = join(import.meta.dirname, '../../../infra');
  const given = JSON.stringify({ recordings });
  const args = ['--input-type=module', '--eval', SITE_TO_KILL, modules, dataDir, given];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const endpoint = await new Promise<string>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
  return { endpoint, kill: () => void child.kill('SIGKILL') };
}
