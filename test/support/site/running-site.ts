import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Endpoints } from '#infra/local/endpoints.ts';
import type { SiteOptions } from '#infra/local/site.ts';
import { keepsTraces, reportPath } from './reports.ts';

const START_TIMEOUT_MS = 150_000;

/** Prefix with which a site reports that a stand-in accepted or returned something that does not match AWS's models. */
export const AWS_FAULT = 'not as AWS: ';

export interface RunningSite {
  readonly pid: number;
  readonly url: string;
  readonly endpoints: Endpoints;
  /**
   * Ends the process if it is still running; `SIGKILL` ends it immediately. Throws if its stand-ins deviated from AWS's
   * models.
   */
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

/** Missing ports are picked automatically. */
export interface SitePorts {
  readonly site?: number;
  readonly rtmp?: number;
  readonly s3?: number;
  readonly realtime?: number;
}

/** Returns the ports of a site, for one that replaces it. */
export const portsOf = ({ url, endpoints }: RunningSite): SitePorts => ({
  site: portOf(url),
  rtmp: portOf(endpoints.rtmp),
  s3: portOf(endpoints.s3),
  realtime: portOf(endpoints.realtime),
});

const portOf = (url: string): number => Number(new URL(url).port);

/** Below the ephemeral ports (Linux: from 32768), so that no other program takes one while a site restarts. */
const [FIRST_PORT, LAST_PORT, PORTS_A_PROCESS] = [12_000, 32_000, 50];

/** Returns free ports for a site. Concurrent processes start the search at different ports. */
async function lastingPorts(): Promise<Required<SitePorts>> {
  const found: number[] = [];
  const places = (LAST_PORT - FIRST_PORT) / PORTS_A_PROCESS;
  const first = FIRST_PORT + (process.pid % places) * PORTS_A_PROCESS;
  for (let port = first; found.length < 4; port += 1) if (await isFree(port)) found.push(port);
  const [site, rtmp, s3, realtime] = found as [number, number, number, number];
  return { site, rtmp, s3, realtime };
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** Options of tests besides an operator's settings. */
export type TestOptions = Pick<
  SiteOptions,
  'tickMs' | 'disturbances' | 'sessionTokenLifeS' | 'pushOrigins' | 'template' | 'limits'
>;

/**
 * Runs the site in a child process, as `npm start` does after its set-up, but with the limits of a public site, with
 * the requested faults, and with a minimal cost of password hashes, because tests sign up many people.
 */
export async function runSite(
  dataDir: string,
  ports: SitePorts = {},
  options?: TestOptions,
): Promise<RunningSite> {
  const given = { ...(await lastingPorts()), ...ports };
  const program = options ? './site.program.ts' : '../../../infra/local/main.ts';
  const args = [join(import.meta.dirname, program), ...(options ? [JSON.stringify(options)] : [])];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      LIMITS: options?.limits ?? 'cloud',
      DATA_DIR: dataDir,
      PORT: String(given.site),
      RTMP_PORT: String(given.rtmp),
      S3_PORT: String(given.s3),
      REALTIME_PORT: String(given.realtime),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (keepsTraces) {
    const log = createWriteStream(reportPath(`site ${given.site}`, 'log'));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
  }
  const faults = new Set<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith(AWS_FAULT)) faults.add(line);
  });
  const url = await untilReady(child);
  const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
  return {
    pid: child.pid!,
    url,
    endpoints,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      if (faults.size > 0) throw new Error([...faults].join('\n'));
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
