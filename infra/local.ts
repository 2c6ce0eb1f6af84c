/** `npm start`: runs the site until Ctrl-C. Settings come from the environment; see `local/settings.ts`. */
import { fileURLToPath } from 'node:url';
import { readSettings } from './local/settings.ts';
import { startSite } from './local/site.ts';

const REPEATED_SIGNAL_MS = 1000;

const dist = fileURLToPath(new URL('../web/dist', import.meta.url));

try {
  const site = await startSite({ ...readSettings(process.env), dist });
  const stop = (): void => {
    // A terminal's Ctrl-C may come twice, to each process of the group and passed on; a later one does not wait.
    setTimeout(() => process.once('SIGINT', () => process.exit(130)), REPEATED_SIGNAL_MS).unref();
    process.on('SIGINT', () => {});
    void site.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`Fanfare is ready at ${site.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
