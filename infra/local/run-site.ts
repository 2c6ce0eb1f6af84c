import type { Endpoints } from './endpoints.ts';
import { startSite, type SiteOptions } from './site.ts';
import { isOwnMachine } from './system/listen.ts';

const REPEATED_SIGNAL_MS = 1000;

/** Runs the site in this process until Ctrl-C or SIGTERM. Prints when it is ready, or why it cannot start. */
export async function runSite(options: () => SiteOptions): Promise<void> {
  // New files are readable by this user only.
  process.umask(0o077);
  try {
    const chosen = options();
    const site = await startSite(chosen);
    const stop = (): void => {
      // Ctrl-C may arrive twice: for the process group, and forwarded. A later one exits immediately.
      setTimeout(() => process.once('SIGINT', () => process.exit(130)), REPEATED_SIGNAL_MS).unref();
      process.on('SIGINT', () => {});
      void site.close().then(() => process.exit(0));
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    if (!isOwnMachine(chosen.host)) console.log(openTo(site.endpoints));
    console.log(`Fanfare is ready at ${site.url}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof Error && error.cause !== undefined) console.error(error.cause);
    process.exit(1);
  }
}

/** Returns a warning if HOST opens the site to other machines. */
function openTo({ site, rtmp, s3, realtime }: Endpoints): string {
  const ports = [site, rtmp, s3, realtime].map((url) => new URL(url).port);
  return `Everybody on this machine's networks reaches its ports ${ports.join(', ')}, as HOST is set.`;
}
