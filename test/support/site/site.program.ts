/**
 * `node site.program.ts OPTIONS`: runs the site as `npm start` does, with the test options as JSON, a minimal cost of
 * password hashes, and the stack's bundles if there are any: from sources, the start would take most of a short test.
 * Compares what its stand-ins accept and return with AWS's models.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSite } from '#infra/local/run-site.ts';
import { readSettings } from '#infra/local/settings.ts';
import { watchExchanges } from '../aws-models/watch-exchanges.ts';
import { AWS_FAULT, type TestOptions } from './running-site.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** Hashes of test passwords need no protection. */
const passwordCost = { N: 2, r: 1, p: 1 };
/** Most tests do not keep the cookie that renews the token. */
const sessionTokenLifeS = 6 * 60 * 60;
const bundles = process.env['LAMBDA_BUNDLES'];
const entry = bundles && { entry: (name: string) => join(bundles, name, 'index.mjs') };
const options = JSON.parse(process.argv[2] ?? '{}') as TestOptions;

const forTests = { dist, passwordCost, sessionTokenLifeS, ...entry };

// The Lambdas' requests arrive at the stand-ins in this thread; those to the table arrive in the door's thread.
watchExchanges((faults) => {
  for (const fault of faults) console.error(AWS_FAULT + fault);
});
await runSite(() => ({ ...readSettings(process.env), ...forTests, ...options }));
