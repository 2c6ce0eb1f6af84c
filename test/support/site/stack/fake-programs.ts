import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../runner/temporary-folder.ts';

/** Fake programs that record their arguments, in a folder for the PATH. */
export interface FakePrograms {
  readonly folder: string;
  /** Adds a program; `body` is its JavaScript, with the arguments in `args`. */
  program(name: string, body: string): void;
  /** Adds a shell script, which starts much faster. */
  script(name: string, body: string): void;
  /** Returns the arguments of the program's calls, one line per call. */
  calls(name: string): string[];
}

export function fakePrograms(): FakePrograms {
  const folder = newFolder();
  const logOf = (name: string): string => join(folder, `${name}.log`);
  const write = (name: string, ...lines: readonly string[]): void => {
    writeFileSync(join(folder, name), lines.join('\n'));
    chmodSync(join(folder, name), 0o755);
  };
  return {
    folder,
    program: (name, body) =>
      write(
        name,
        `#!${process.execPath}`,
        'const args = process.argv.slice(2);',
        `require('node:fs').appendFileSync(${JSON.stringify(logOf(name))}, args.join(' ') + '\\n');`,
        body,
      ),
    script: (name, body) => write(name, '#!/bin/sh', `echo "$*" >> ${shellText(logOf(name))}`, body),
    calls: (name) => (existsSync(logOf(name)) ? readFileSync(logOf(name), 'utf8').trim().split('\n') : []),
  };
}

/** Quotes a text as one word of a shell script. */
export const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
