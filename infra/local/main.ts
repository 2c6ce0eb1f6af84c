/** `npm start`: runs the site until Ctrl-C. Settings come from the environment; see `settings.ts`. */
import { fileURLToPath } from 'node:url';
import { runSite } from './run-site.ts';
import { readSettings } from './settings.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runSite(() => ({ ...readSettings(process.env), dist }));
