import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoints } from '../../../infra/local/endpoints.ts';
import type { SiteOptions } from '../../../infra/local/site.ts';

const START_TIMEOUT_MS = 60_000;

export interface RunningSite {
  readonly pid: number;
  readonly url: string;
  readonly endpoints: Endpoints;
  /** Ends the process, if it still runs; `SIGKILL` leaves it no time for anything. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface SiteFolder {
  readonly path: string;
  remove(): void;
}

export function siteFolder(): SiteFolder {
  const path = mkdtempSync(join(tmpdir(), 'fanfare-site-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Those left out are any free ones. */
export interface SitePorts {
  readonly site?: number;
  readonly rtmp?: number;
  readonly s3?: number;
  readonly realtime?: number;
}

/** Where a site listens, for one that takes its place. */
export const portsOf = ({ url, endpoints }: RunningSite): SitePorts => ({
  site: portOf(url),
  rtmp: portOf(endpoints.rtmp),
  s3: portOf(endpoints.s3),
  realtime: portOf(endpoints.realtime),
});

const portOf = (url: string): number => Number(new URL(url).port);

/** What tests may ask of a site besides what an operator sets. */
export type TestOptions = Pick<SiteOptions, 'tickMs' | 'disturbances' | 'accessTokenLifeS'>;

/**
 * Runs the site in a process of its own, as `npm start` does after its set-up; with `options`, as badly as they ask, and
 * with passwords that cost nothing to hash, for people come often here.
 */
export async function runSite(
  dataDir: string,
  ports: SitePorts = {},
  options?: TestOptions,
): Promise<RunningSite> {
  const program = options ? './site.program.ts' : '../../../infra/local/main.ts';
  const args = [join(import.meta.dirname, program), ...(options ? [JSON.stringify(options)] : [])];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports.site ?? 0),
      RTMP_PORT: String(ports.rtmp ?? 0),
      S3_PORT: String(ports.s3 ?? 0),
      REALTIME_PORT: String(ports.realtime ?? 0),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await untilReady(child);
  const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  return {
    pid: child.pid!,
    url,
    endpoints,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The site did not start:\n${output}`)), START_TIMEOUT_MS);
    const read = (text: Buffer): void => {
      output += text.toString();
      const url = /^Fanfare is ready at (\S+)$/m.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`The site ended (${code}) before it was ready:\n${output}`)),
    );
  });
}
