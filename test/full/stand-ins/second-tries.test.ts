import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const RUN = join(import.meta.dirname, '../../support/runner/run-all.ts');

const PASSES = `test('passes', () => {});`;
const FAILS = `test('fails', () => expect(1).toBe(2));`;
/** Records that it has run once. */
const FAILS_ONCE = `
import { existsSync, writeFileSync } from 'node:fs';
test('fails once', () => {
  const isSecond = existsSync('tried');
  writeFileSync('tried', '');
  expect(isSecond).toBe(true);
});`;
const FAILS_BEFORE = `beforeAll(() => { throw new Error('No world'); });${PASSES}`;

/** Runs a project that consists of these files. */
function run(files: Readonly<Record<string, string>>) {
  const folder = newFolder();
  const projects = ['unit', 'browsers'].map((name) => ({
    test: { name, include: [`${name}/*.test.js`], globals: true },
  }));
  const config = `export default { test: { projects: ${JSON.stringify(projects)} } };`;
  const all = { 'vitest.config.mjs': config, ...files };
  for (const [path, text] of Object.entries(all)) writeIn(folder, path, text);
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [RUN], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe('a failed test file', () => {
  it('is run again once in a browser, and reported', () => {
    const { status, stdout } = run({ 'browsers/busy.test.js': FAILS_ONCE, 'unit/a.test.js': PASSES });
    expect(stdout).toMatch(
      /Passed only on retry\n {2}browsers\/busy\.test\.js › fails once\n {4}expected false to be true/,
    );
    expect(status).toBe(0);
  });

  it('that fails twice stops the run, and so does a failed set-up', () => {
    const { status, stdout } = run({
      'browsers/busy.test.js': FAILS_ONCE,
      'browsers/broken.test.js': FAILS_BEFORE,
    });
    expect(stdout).toContain('Retrying each file separately:');
    expect(stdout).toContain('browsers/broken.test.js\n    No world');
    expect(stdout).not.toContain('Passed only on retry');
    expect(status).toBe(1);
  });

  it('outside of browsers has one attempt', () => {
    const { status, stdout } = run({ 'browsers/busy.test.js': FAILS_ONCE, 'unit/a.test.js': FAILS });
    expect(stdout).not.toContain('Retrying');
    expect(status).toBe(1);
  });

  it('with an uncaught error is not run again', () => {
    const leaves = `test('leaves', () => void Promise.reject(new Error('Left behind')));`;
    const { status, stdout } = run({ 'browsers/busy.test.js': FAILS_ONCE, 'browsers/a.test.js': leaves });
    expect(stdout).not.toContain('Retrying');
    expect(status).toBe(1);
  });

  it('among many is not run again', () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`browsers/${index}.test.js`, FAILS]),
    );
    const { status, stdout } = run(files);
    expect(stdout).not.toContain('Retrying');
    expect(status).toBe(1);
  });
});

it('nothing is retried when all pass', () => {
  const { status, stdout } = run({ 'browsers/a.test.js': PASSES });
  expect(stdout).not.toContain('retry');
  expect(status).toBe(0);
});
