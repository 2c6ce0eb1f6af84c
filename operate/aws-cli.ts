import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_BYTES = 2 ** 28;

/** Runs the AWS CLI and returns its JSON output; `undefined` if there is none. Throws the CLI's error message. */
export async function aws<T = unknown>(...args: readonly string[]): Promise<T | undefined> {
  const options = { maxBuffer: MAX_BYTES };
  const { stdout } = await run('aws', [...args, '--output', 'json'], options).catch((error: unknown) => {
    throw new Error((error as { stderr?: string }).stderr?.trim() || String(error), { cause: error });
  });
  return stdout.trim() === '' ? undefined : (JSON.parse(stdout) as T);
}

/** As `aws`, but also returns `undefined` if the resource does not exist. */
export async function awsIfThere<T>(...args: readonly string[]): Promise<T | undefined> {
  try {
    return await aws<T>(...args);
  } catch (error) {
    if (/NotFound|NoSuch|does not exist|\(404\)/.test(String(error))) return undefined;
    throw error;
  }
}
