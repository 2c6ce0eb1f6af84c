import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a program of the PATH in the project's root, with inherited stdio. Throws if it fails. */
export async function run([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`'${[program, ...args].join(' ')}' failed.`);
}
