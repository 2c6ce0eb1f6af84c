/**
 * `node site.program.ts OPTIONS`: the site as `npm start` runs it, with the options in JSON that only tests set, and with
 * passwords that cost nothing to hash.
 */
import { fileURLToPath } from 'node:url';
import { runSite } from '../../../infra/local/run-site.ts';
import { readSettings } from '../../../infra/local/settings.ts';
import type { TestOptions } from './running-site.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** Of no use to anybody who would guess them. */
const passwordCost = { N: 2, r: 1, p: 1 };
/** Most people come here without the cookie that gets them the next token. */
const accessTokenLifeS = 6 * 60 * 60;
const options = JSON.parse(process.argv[2] ?? '{}') as TestOptions;

await runSite(() => ({ ...readSettings(process.env), dist, passwordCost, accessTokenLifeS, ...options }));
