import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { type Child, startChild } from '../runner/child.ts';

interface StandIn {
  /** The module below `infra/local`, and the function that starts it. */
  readonly module: string;
  readonly start: string;
  readonly dataDir: string;
  /** Besides the folder and its credentials. */
  readonly options: object;
}

export interface StandInToKill extends Pick<Child, 'kill'> {
  /** The API of what it stands in for. */
  readonly endpoint: string;
}

/** Runs a stand-in in a process of its own, until the test ends at the latest. */
export async function startStandInToKill({
  module,
  start,
  dataDir,
  options,
}: StandIn): Promise<StandInToKill> {
  const child = startChild(`
    const { ${start} } = await import('./infra/local/${module}');
    const { localCredentials } = await import('./infra/local/aws/credentials.ts');
    const dataDir = ${JSON.stringify(dataDir)};
    const given = { ...${JSON.stringify(options)}, dataDir, credentials: localCredentials(dataDir) };
    const { endpoint } = await ${start}({ ...given, raise: () => {} });
    console.log(endpoint);
  `);
  onTestFinished(() => child.kill());
  return { endpoint: await child.nextLine(), kill: child.kill };
}

/** The processes that have a path in their arguments (`PID COMMAND`). */
export async function processesWith(path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(path));
}
