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

/** How a site says that a stand-in accepted or answered what AWS would not. */
export const AWS_FAULT = 'not as AWS: ';

export interface RunningSite {
  readonly pid: number;
  readonly url: string;
  readonly endpoints: Endpoints;
  /**
   * Ends the process, if it still runs; `SIGKILL` leaves it no time for anything. Throws what its stand-ins did otherwise than
   * AWS.
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

/**
 * Below those that the system gives out (Linux: from 32768): no other program takes one of them while a site
 * restarts.
 */
const [FIRST_PORT, LAST_PORT, PORTS_A_PROCESS] = [12_000, 32_000, 50];

/** As many free ones as a site needs; processes that look at the same moment begin in different places. */
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

/** What tests may ask of a site besides what an operator sets. */
export type TestOptions = Pick<
  SiteOptions,
  'tickMs' | 'disturbances' | 'accessTokenLifeS' | 'pushOrigins' | 'template' | 'limits'
>;

/**
 * Runs the site in a process of its own, as `npm start` does after its set-up, but with the limits of a public site; with `options`, as badly as they ask, and
 * with passwords that cost nothing to hash, for people come often here.
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
