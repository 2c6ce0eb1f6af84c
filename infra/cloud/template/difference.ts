import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Template } from '#infra/agreed/template.ts';
import { templatesIn } from './synthesize.ts';

/** Hashes of the files that a deployment uploads. They differ with each change of code, which is shown elsewhere. */
const HASH = /[0-9a-f]{64}/g;

const readable = (template: Template): string => JSON.stringify(template).replaceAll(HASH, 'ASSET');

/**
 * Prints the difference between templates of before, by the names of their stacks, and the assembly in a folder, whose
 * templates are made readable. Returns how many stacks there are on one side alone or differ.
 */
export function showDifference(before: ReadonlyMap<string, Template>, folder: string): number {
  const now = templatesIn(folder);
  const gone = [...before.keys()].filter((stack) => !now.has(stack));
  for (const stack of gone) console.log(`The stack ${stack} is no more.\n`);
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

/** CDK's command needs no account when it is given a template. */
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
