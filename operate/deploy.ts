/**
 * `npm run deploy -- [-c name=value …] [--smoke none|chat,upload] [--synthesised FOLDER] [--unchecked]`: checks the
 * code, builds the web app, synthesises the stacks, checks the account, tests the edge functions in CloudFront, deploys
 * the synthesised stacks, and runs the smoke test on the site. Other options are passed to CDK. In a terminal, asks
 * before permissions are widened.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stoppedBySignals } from '#demo/stopping.ts';
import { untilAnswering } from './deploy/answering.ts';
import { checkAccount, explainFailure } from './deploy/account/check-account.ts';
import { deployArguments } from './deploy/arguments.ts';
import { deployCommand, synthesisCommands } from './deploy/commands.ts';
import { siteUrlIn } from './deploy/outputs.ts';
import { tryEdgeFunctions } from './deploy/edge-trial.ts';
import { run } from './deploy/run.ts';
import { synthesisedSite } from './deploy/synthesised-site.ts';
import { runProgram } from './program.ts';
import { smoke } from './smoke/smoke.ts';
import { requireFfmpeg } from './visit/film.ts';

const say = (words: string): void => console.log(words);

await runProgram(async () => {
  const { tried, synthesised, isChecked, given } = deployArguments(process.argv.slice(2));
  const folder = synthesised ?? process.env['CDK_OUTDIR'] ?? join(import.meta.dirname, '../cdk.out');
  const outputs = join(folder, 'outputs.json');
  if (tried.length > 0) await requireFfmpeg();
  // It may be from another stage.
  rmSync(outputs, { force: true });
  if (!synthesised) for (const command of synthesisCommands(given, folder)) await run(command);
  const site = synthesisedSite(folder);
  if (isChecked && !((await checkAccount(site, say)) && (await tryEdgeFunctions(site, say)))) {
    say('Nothing was changed. Use --unchecked to deploy anyway.');
    return false;
  }
  try {
    await run(deployCommand({ folder, outputs, isTerminal: process.stdin.isTTY }));
  } catch (error) {
    await explainFailure(site, say);
    throw error;
  }
  const siteUrl = siteUrlIn(outputs);
  say(`Deployed: ${siteUrl}`);
  if (tried.length === 0) return true;
  const signal = stoppedBySignals(say);
  await untilAnswering(siteUrl, signal);
  const failures = await smoke({ siteUrl, only: tried, signal, say });
  if (failures === 0) return !signal.aborted;
  say(`${failures} failed: the site is deployed, but not working. See docs/runbook.md for a rollback.`);
  return false;
});
