/**
 * `npm run remove -- STAGE --forget STAGE`: permanently deletes a site with all of its data, in the region
 * `AWS_REGION`. Needs the AWS CLI.
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
      `This deletes the site '${stage}' in ${region}, with all of its data. Confirm with --forget ${stage}`,
    );
  const say = (words: string): void => console.log(words);
  const stacks = Object.values(stacksOf(stage, region));
  await requireUnprotected(stacks);
  let isAny = false;
  for (const stack of stacks) isAny = (await removeStack(stage, stack, say)) || isAny;
  if (!isAny) throw new Error(`There is no stack Fanfare-${stage} in ${region}.`);
  return true;
});
