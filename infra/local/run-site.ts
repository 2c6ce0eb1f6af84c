import { startSite, type SiteOptions } from './site.ts';

const REPEATED_SIGNAL_MS = 1000;

/** Runs the site as this process, until Ctrl-C or SIGTERM; says when it is ready, or why it cannot start. */
export async function runSite(options: () => SiteOptions): Promise<void> {
  try {
    const site = await startSite(options());
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
}
