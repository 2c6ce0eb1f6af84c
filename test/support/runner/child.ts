import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** The next line of its standard output. Throws when it ends before. */
  nextLine(): Promise<string>;
  /** Ends it as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>;
}

const root = new URL('../../../', import.meta.url);

/**
 * Runs TypeScript in a process of its own; `import('./infra/…')` is relative to the project. What the code prints is
 * read by `nextLine`.
 */
export function startChild(code: string): Child {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: fileURLToPath(root),
    // A pipe that stays open: programs tied to the child's life hang on to theirs.
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
