/** Runs the set-up in a temporary folder, with a fake platform and fake programs. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { fakePrograms, type FakePrograms } from './fake-programs.ts';
import { PROJECT_ROOT } from './site.ts';
import { newFolder, writeIn } from '../../runner/temporary-folder.ts';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox extends Omit<FakePrograms, 'folder'> {
  readonly folder: string;
  /** The folder that is the entire PATH. */
  readonly programs: string;
  write(path: string, text: string): void;
  /** Runs a command of `scripts/setup.mjs` until it ends, or until `until` resolves, which ends it as Ctrl-C does. */
  start(options?: StartOptions): Promise<Outcome>;
}

export interface StartOptions {
  /** @default 'start' */
  readonly command?: 'start' | 'test:all' | 'screenshots';
  readonly platform?: string;
  readonly arch?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Checks its output so far. */
  readonly until?: (stdout: string) => Promise<boolean>;
}

/** Prints its database's address, and whether the database responds. */
const SITE = `
import { get } from 'node:http';
const address = process.env.AWS_ENDPOINT_URL_DYNAMODB;
const answers = await new Promise((resolve) =>
  address ? get(address, ({ statusCode }) => resolve(statusCode)).on('error', () => resolve('nothing')) : resolve('nothing'),
);
console.log('SITE', address ?? 'its own', answers);
process.exit();
`;

/** A checkout with installed packages and a built web app. Its site prints which database it has, and ends. */
export function setupSandbox(): Sandbox {
  const folder = newFolder();
  const fakes = fakePrograms();
  const programs = fakes.folder;
  const write = (path: string, text: string): void => writeIn(folder, path, text);
  cpSync(join(PROJECT_ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const path of ['package.json', 'package-lock.json', 'infra/local/system/exit-with-parent.ts'])
    write(path, readFileSync(join(PROJECT_ROOT, path), 'utf8'));
  const lock = readFileSync(join(folder, 'package-lock.json'));
  write('node_modules/.fanfare-lock', createHash('sha256').update(lock).digest('hex'));
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
  write('shared/contract.ts', '');
  write('messages/en.json', '{}');
  write('web/dist/index.html', '');
  write('infra/local/main.ts', SITE);
  for (const name of ['ffmpeg', 'njs']) fakes.program(name, '');
  return {
    folder,
    programs,
    program: fakes.program,
    script: fakes.script,
    calls: fakes.calls,
    write,
    start: (options) => start(folder, programs, options),
  };
}

function start(
  folder: string,
  programs: string,
  { command = 'start', platform = 'linux', arch = 'riscv64', env = {}, until }: StartOptions = {},
): Promise<Outcome> {
  const pretend = `for (const [name, value] of Object.entries(${JSON.stringify({ platform, arch })}))
    Object.defineProperty(process, name, { value });
    process.getuid = () => 0;`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/setup.mjs', command],
    { cwd: folder, env: { PATH: programs, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [stdout, stderr] = ['', ''];
  let isChecked = false;
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdout.on('data', async (text: Buffer) => {
    stdout += text.toString();
    if (isChecked || !until) return;
    isChecked = true;
    isChecked = await until(stdout);
    if (isChecked) child.kill('SIGINT');
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}
