/**
 * `npm run first-hour -- URL [--windows 100] [--white 20] [--only preflight,delay,windows,caches] [--yes]`: measures a
 * site in AWS for values that cannot be known before, and prints a Markdown report for an issue. Prints the cost first.
 * With `RECORDINGS_BUCKET` and credentials it reads IVS's file of a recording; with the AWS CLI it reads MediaConvert's
 * jobs, and with `ACCESS_LOGS_BUCKET` it counts the CDN caches that requested each segment.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { stoppedBySignals } from '#demo/stopping.ts';
import { costOf } from './first-hour/cost.ts';
import { PROBE_NAMES, probes, type Scene } from './first-hour/probes.ts';
import { chosen } from './chosen.ts';
import { runProgram } from './program.ts';
import { siteAddress } from './site-address.ts';
import { requireFfmpeg } from './visit/film.ts';
import { signUp } from './visit/visitor.ts';

const WINDOWS = '100';
/** Long enough for a player to reach its normal delay. */
const WHITE_AFTER_S = '20';
const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

await runProgram(async () => {
  const options = {
    windows: { ...text, default: WINDOWS },
    white: { ...text, default: WHITE_AFTER_S },
    only: text,
    yes: flag,
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const siteUrl = siteAddress(positionals[0], 'npm run first-hour -- https://fans.example');
  const only = chosen(values.only, PROBE_NAMES, 'probe');
  const [windows, whiteAfterS] = [wholeNumber('windows', values.windows), wholeNumber('white', values.white)];
  await requireFfmpeg();
  await agree(
    `In AWS this costs about $${costOf(windows).toFixed(2)} and takes about ${Math.ceil(windows / 14) + 8} minutes.`,
    values.yes,
  );

  const signal = stoppedBySignals((words) => console.error(words));
  const visitor = await signUp(siteUrl, 'first_hour', signal);
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-first-hour-'));
  try {
    const { RECORDINGS_BUCKET: recordingsBucket, ACCESS_LOGS_BUCKET: accessLogsBucket } = process.env;
    console.log(`# The first hour of ${siteUrl}\n\n${new Date().toISOString()}, ${windows} windows`);
    return await report(only, {
      visitor,
      folder,
      windows,
      whiteAfterS,
      recordingsBucket,
      accessLogsBucket,
      signal,
    });
  } finally {
    await visitor.leave();
    await rm(folder, { recursive: true, force: true });
  }
});

function wholeNumber(name: string, given: string): number {
  const number = Number(given);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} ${given} is not a positive integer.`);
}

/** Asks before anything that costs money; `isAgreed` if the command had --yes. */
async function agree(words: string, isAgreed: boolean | undefined): Promise<void> {
  if (isAgreed) return void console.error(words);
  if (!process.stdin.isTTY) throw new Error(`${words} Use --yes to agree.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${words} Go on? (y/N) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Cancelled.');
}

/** Prints a section per probe as soon as it has finished. Returns whether all succeeded. */
async function report(only: readonly (typeof PROBE_NAMES)[number][], scene: Scene): Promise<boolean> {
  let isWhole = true;
  for (const name of only) {
    const { question, answer } = probes[name];
    if (scene.signal.aborted) return false;
    const lines = await answer(scene).catch((error: unknown) => {
      isWhole = false;
      return [`- **not measured**: ${error instanceof Error ? error.message : String(error)}`];
    });
    console.log(['', `## ${question}`, '', ...lines].join('\n'));
  }
  return isWhole;
}
