/**
 * `npm run smoke -- URL [--only chat,upload]`: uses a site, on one machine or in AWS, as people do, and fails if any
 * step fails. Others can see it: a channel is live for a moment. Deletes everything that it creates.
 */
import { parseArgs } from 'node:util';
import { siteAddress } from './site-address.ts';
import { smoke } from './smoke/smoke.ts';
import { STEP_NAMES } from './smoke/steps.ts';
import { chosen } from './chosen.ts';
import { runProgram } from './program.ts';
import { stoppedBySignals } from '#demo/stopping.ts';

const say = (words: string): void => console.log(words);

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' } },
  });
  const siteUrl = siteAddress(positionals[0], 'npm run smoke -- https://fans.example');
  const only = chosen(values.only, STEP_NAMES, 'step');
  const signal = stoppedBySignals(say);
  say(`${siteUrl}:`);
  const failures = await smoke({ siteUrl, only, signal, say });
  const isWell = failures === 0 && !signal.aborted;
  say(
    isWell
      ? 'All steps passed.'
      : signal.aborted
        ? 'Aborted before all steps were run.'
        : `${failures} failed.`,
  );
  return isWell;
});
