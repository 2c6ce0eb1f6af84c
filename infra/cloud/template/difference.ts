import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Template } from '#infra/agreed/template.ts';
import { templatesIn } from './synthesize.ts';

/** Hashes of the uploaded files. They differ with each change of code, so they are hidden. */
const HASH = /[0-9a-f]{64}/g;

const readable = (template: Template): string => JSON.stringify(template).replaceAll(HASH, 'ASSET');

/**
 * Prints the difference between previous templates, by stack name, and the assembly in a folder, whose templates are
 * reformatted. Returns the number of stacks that were added, removed or changed.
 */
export function showDifference(before: ReadonlyMap<string, Template>, folder: string): number {
  const now = templatesIn(folder);
  const gone = [...before.keys()].filter((stack) => !now.has(stack));
  for (const stack of gone) console.log(`The stack ${stack} was removed.\n`);
  const differing = [...now].filter(([stack, template]) => {
    const [old, current] = [before.get(stack) ?? { Resources: {} }, template].map(readable);
    if (old === current) return false;
    writeFileSync(join(folder, `${stack}.before.json`), old!);
    writeFileSync(join(folder, `${stack}.template.json`), current!);
    show(stack, folder);
    return true;
  });
  if (gone.length + differing.length === 0) console.log('Nothing differs.');
  return gone.length + differing.length;
}

/** The CDK CLI needs no account if it is given a template. */
function show(stack: string, folder: string): void {
  const cdk = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin/cdk');
  const template = join(folder, `${stack}.before.json`);
  const options = ['--exclusively', '--no-color', '--no-notices', '--template', template];
  const { stdout, stderr } = spawnSync(process.execPath, [cdk, 'diff', '--app', folder, ...options, stack], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' },
  });
  console.log(stdout || stderr);
}
