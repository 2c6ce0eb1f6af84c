import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const MAX_BYTES = 2 ** 30;

/** Runs ffmpeg and returns its stdout. Throws its error output. */
export async function ffmpeg(...args: readonly string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
  return (await run('ffmpeg', [...QUIET, ...args], options)).stdout;
}
