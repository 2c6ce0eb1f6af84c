import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../runner/temporary-folder.ts';

/** Programs that only say what they were called with, in a folder for a PATH. */
export interface FakePrograms {
  readonly folder: string;
  /** Puts a program there; `body` is its JavaScript, which finds its arguments in `args`. */
  program(name: string, body: string): void;
  /** What this program was called with, one line a call. */
  calls(name: string): string[];
}

export function fakePrograms(): FakePrograms {
  const folder = newFolder();
  const logOf = (name: string): string => join(folder, `${name}.log`);
  return {
    folder,
    program: (name, body) => {
      const log = JSON.stringify(logOf(name));
      const code = [
        `#!${process.execPath}`,
        'const args = process.argv.slice(2);',
        `require('node:fs').appendFileSync(${log}, args.join(' ') + '\\n');`,
        body,
      ].join('\n');
      writeFileSync(join(folder, name), code);
      chmodSync(join(folder, name), 0o755);
    },
    calls: (name) => (existsSync(logOf(name)) ? readFileSync(logOf(name), 'utf8').trim().split('\n') : []),
  };
}
