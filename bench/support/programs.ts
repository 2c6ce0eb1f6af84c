import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** A program that ends when its standard input closes, and so with this process, however that ends. */
export interface Tethered {
  readonly pid: number;
  /** What it wrote by now, on both outputs. */
  readonly output: () => string;
  /** The JSON of the first line that is an object: with it a program says that it is ready. Throws when none comes. */
  firstLine<T>(): Promise<T>;
  /** Ends it; answers what it wrote to standard output. */
  end(): Promise<string>;
  /** Ends it; answers the JSON of its last line. */
  report<T>(): Promise<T>;
}

/** Runs one of our own scripts that watches its standard input. */
export const startScript = (
  script: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Tethered =>
  tethered(spawn(process.execPath, [...nodeFlags, script, ...args], { stdio: ['pipe', 'pipe', 'pipe'] }));

/** Runs a program of the system behind `infra/local/system/tether.ts`. */
export const startProgram = (program: string, args: readonly string[]): Tethered =>
  startScript(fileURLToPath(new URL('../../infra/local/system/tether.ts', import.meta.url)), [
    program,
    ...args,
  ]);

function tethered(child: ChildProcessByStdio<Writable, Readable, Readable>): Tethered {
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
    // Without one there is no such program; then `ended` rejects.
    pid: child.pid ?? 0,
    output: () => output,
    firstLine: async <T>() => {
      const deadlineMs = performance.now() + START_TIMEOUT_MS;
      while (performance.now() < deadlineMs && child.exitCode === null) {
        const line = /^\{.*\}$/m.exec(output)?.[0];
        if (line) return JSON.parse(line) as T;
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
      throw new Error(`${child.spawnargs.join(' ')} does not start:\n${output}`);
    },
    end,
    report: async <T>() => JSON.parse((await end()).trimEnd().split('\n').at(-1) ?? '') as T,
  };
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
