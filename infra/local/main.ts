/**
 * `npm start`: runs the site until Ctrl-C. Settings come from the environment; see `settings.ts`.
 * `npm run site -- --template cdk.out/<stack>.template.json` runs the site that a template would deploy.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runSite } from './run-site.ts';
import { readSettings } from './settings.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runSite(() => {
  const { template } = parseArgs({ options: { template: { type: 'string' } } }).values;
  return { ...readSettings(process.env), dist, template };
});
