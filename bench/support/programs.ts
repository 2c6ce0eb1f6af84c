import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** A program that ends when its stdin closes, so it ends with this process, even after a crash. */
export interface BoundProgram {
  readonly pid: number;
  /** Returns its stdout and stderr so far. */
  readonly output: () => string;
  /**
   * Returns the JSON of the first line that is an object, which reports that a program is ready. Rejects if there is
   * none.
   */
  firstLine<T>(): Promise<T>;
  /** Ends it. Returns its stdout. */
  end(): Promise<string>;
  /** Ends it. Returns the JSON of its last line. */
  report<T>(): Promise<T>;
}

/** Runs one of our own scripts, which ends when its stdin closes. */
export const startScript = (
  script: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): BoundProgram =>
  tethered(spawn(process.execPath, [...nodeFlags, script, ...args], { stdio: ['pipe', 'pipe', 'pipe'] }));

/** Runs a system program with `infra/local/system/exit-with-parent.ts`. */
export const startProgram = (program: string, args: readonly string[]): BoundProgram =>
  startScript(fileURLToPath(new URL('../../infra/local/system/exit-with-parent.ts', import.meta.url)), [
    program,
    ...args,
  ]);

function tethered(child: ChildProcessByStdio<Writable, Readable, Readable>): BoundProgram {
  const ended = once(child, 'exit');
  const written = text(child.stdout);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const end = async (): Promise<string> => {
    child.stdin.end();
    await ended;
    return written;
  };
  return {
    // Undefined if the program does not exist; then `ended` rejects.
    pid: child.pid ?? 0,
    output: () => output,
    firstLine: async <T>() => {
      const deadlineMs = performance.now() + START_TIMEOUT_MS;
      while (performance.now() < deadlineMs && child.exitCode === null) {
        const line = /^\{.*\}$/m.exec(output)?.[0];
        if (line) return JSON.parse(line) as T;
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
      throw new Error(`${child.spawnargs.join(' ')} failed to start:\n${output}`);
    },
    end,
    report: async <T>() => JSON.parse((await end()).trimEnd().split('\n').at(-1) ?? '') as T,
  };
}

/** Returns a currently free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
