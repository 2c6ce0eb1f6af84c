/**
 * `npm run deploy -- [-c name=value …] [--smoke none|chat,upload]`: checks the code, builds the web, synthesises the stacks,
 * deploys what was synthesised, and does on the site what people do. What it does not know is CDK's. Asks before rights
 * are widened where a person is there to answer.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stoppedBySignals } from '../demo/stopping.ts';
import { untilAnswering } from './deploy/answering.ts';
import { deployCommands } from './deploy/commands.ts';
import { siteUrlIn } from './deploy/outputs.ts';
import { run } from './deploy/run.ts';
import { chosen } from './chosen.ts';
import { runProgram } from './program.ts';
import { smoke } from './smoke/smoke.ts';
import { STEP_NAMES, type StepName } from './smoke/steps.ts';
import { requireFfmpeg } from './visit/film.ts';

const NO_SMOKE = 'none';

const say = (words: string): void => console.log(words);
const folder = process.env['CDK_OUTDIR'] ?? join(import.meta.dirname, '../cdk.out');
const outputs = join(folder, 'outputs.json');

await runProgram(async () => {
  const [tried, given] = takeSmoke(process.argv.slice(2));
  if (tried.length > 0) await requireFfmpeg();
  // Of another stage, maybe.
  rmSync(outputs, { force: true });
  for (const [program = '', ...args] of deployCommands({
    given,
    folder,
    outputs,
    isTerminal: process.stdin.isTTY,
  }))
    await run(program, args);
  const siteUrl = siteUrlIn(outputs);
  say(`Deployed: ${siteUrl}`);
  if (tried.length === 0) return true;
  const signal = stoppedBySignals(say);
  await untilAnswering(siteUrl, signal);
  const failures = await smoke({ siteUrl, only: tried, signal, say });
  if (failures === 0) return !signal.aborted;
  say(`${failures} failed: the site is deployed, and not well. docs/runbook.md has how to go back.`);
  return false;
});

/** Which steps of the smoke test are to be taken, and what else was given. */
function takeSmoke(args: readonly string[]): [readonly StepName[], string[]] {
  const at = args.indexOf('--smoke');
  if (at < 0) return [STEP_NAMES, [...args]];
  const list = args[at + 1];
  return [list === NO_SMOKE ? [] : chosen(list, STEP_NAMES, 'step'), args.toSpliced(at, 2)];
}
