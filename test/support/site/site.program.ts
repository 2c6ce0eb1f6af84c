/**
 * `node site.program.ts OPTIONS`: the site as `npm start` runs it, with the options in JSON that only tests set, with
 * passwords that cost nothing to hash, and with the bundles that the stack deploys where there are any: from sources, a
 * start is most of what a site costs in a short test. Compares what its stand-ins accept and answer with AWS's models.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSite } from '#infra/local/run-site.ts';
import { readSettings } from '#infra/local/settings.ts';
import { watchExchanges } from '../aws-models/watch-exchanges.ts';
import { AWS_FAULT, type TestOptions } from './running-site.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** Of no use to anybody who would guess them. */
const passwordCost = { N: 2, r: 1, p: 1 };
/** Most people come here without the cookie that gets them the next token. */
const accessTokenLifeS = 6 * 60 * 60;
const bundles = process.env['LAMBDA_BUNDLES'];
const entry = bundles && { entry: (name: string) => join(bundles, name, 'index.mjs') };
const options = JSON.parse(process.argv[2] ?? '{}') as TestOptions;

const forTests = { dist, passwordCost, accessTokenLifeS, ...entry };

// Requests of the Lambdas' threads arrive at the stand-ins of this one; those to the table at its own thread's.
watchExchanges((faults) => {
  for (const fault of faults) console.error(AWS_FAULT + fault);
});
await runSite(() => ({ ...readSettings(process.env), ...forTests, ...options }));
