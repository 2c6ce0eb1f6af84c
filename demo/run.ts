/**
 * `npm run demo [-- ADDRESS]`: fills a running site through its public API, as its users would, videos included,
 * and keeps two fans live until Ctrl-C. What is there already stays as it is.
 */
import { spawnSync } from 'node:child_process';
import { createApi } from './api.ts';
import { videos } from './cast/videos.ts';
import { fillSite, requireSite } from './fill.ts';
import { goLive } from './live/go-live.ts';
import { readDemoSettings, type DemoSettings } from './settings.ts';
import { publishVideos } from './steps/videos.ts';

/** One Ctrl-C may arrive twice: from the terminal, and from the process above. */
const ECHO_MS = 1000;

const say = (words: string): void => console.log(words);
const stopping = new AbortController();
let stoppedAtMs = 0;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (!stopping.signal.aborted) {
      stoppedAtMs = performance.now();
      say('Ending …');
      stopping.abort();
    } else if (performance.now() - stoppedAtMs > ECHO_MS) {
      process.exit(130);
    }
  });
}

try {
  await runDemo(readDemoSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function runDemo({ siteUrl, password, filmHeightPx }: DemoSettings): Promise<void> {
  const { signal } = stopping;
  const api = createApi(siteUrl, signal);
  await requireSite(api, siteUrl);
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error('The demo needs ffmpeg, which draws its fans.');
  const people = await fillSite(api, password, say);
  say(`Log in as any of them, for example BreezyBea, with the password ${password}`);
  await publishVideos({ people, videos, heightPx: filmHeightPx, signal, say });
  const never = new AbortController().signal;
  const steady = createApi(siteUrl, never);
  await goLive({
    people,
    siteUrl,
    heightPx: filmHeightPx,
    signal,
    steadyApi: ({ bearer }) => steady.as(bearer),
    say,
  });
}
