/**
 * `npm run remove -- STAGE --forget STAGE`: deletes a site with all that people have entrusted to it, in the region of
 * `AWS_REGION`. Nothing of it comes back. Needs the AWS CLI.
 */
import { parseArgs } from 'node:util';
import { runProgram } from './program.ts';
import { removeStack, requireUnprotected } from './remove/stack.ts';
import { stacksOf } from './stacks.ts';

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { forget: { type: 'string' } },
  });
  const [stage = ''] = positionals;
  const region = process.env['AWS_REGION'];
  if (!stage || !region)
    throw new Error('usage: AWS_REGION=eu-west-1 npm run remove -- STAGE --forget STAGE');
  if (values.forget !== stage)
    throw new Error(
      `This deletes the site '${stage}' in ${region}, and all that people have entrusted to it. Say so: --forget ${stage}`,
    );
  const say = (words: string): void => console.log(words);
  const stacks = Object.values(stacksOf(stage, region));
  await requireUnprotected(stacks);
  let isAny = false;
  for (const stack of stacks) isAny = (await removeStack(stage, stack, say)) || isAny;
  if (!isAny) throw new Error(`There is no stack Fanfare-${stage} in ${region}.`);
  return true;
});
