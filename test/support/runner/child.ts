import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Returns the next line of its stdout. Rejects if it ends first. */
  nextLine(): Promise<string>;
  /** Kills it with `kill -9`, and waits until it has ended. */
  kill(): Promise<void>;
}

const root = new URL('../../../', import.meta.url);

/**
 * Runs TypeScript in a child process; `import('./infra/…')` is relative to the project. `nextLine` reads its output.
 */
export function startChild(code: string): Child {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: fileURLToPath(root),
    // A pipe that stays open: programs that end with the child depend on theirs.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid!,
    nextLine: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error('The child process has ended');
      return value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
