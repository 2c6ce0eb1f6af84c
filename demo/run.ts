/**
 * `npm run demo [-- ADDRESS]`: fills a running site through its public API, as its users would, including videos, and
 * keeps two fans live until Ctrl-C. Existing content is kept.
 */
import { spawnSync } from 'node:child_process';
import { createApi } from './api.ts';
import { captions } from './cast/captions.ts';
import { clips } from './cast/clips.ts';
import { commentedVideos } from './cast/comments.ts';
import { playlists } from './cast/playlists.ts';
import { videos } from './cast/videos.ts';
import { fillSite, requireSite } from './fill.ts';
import { goLive } from './live/go-live.ts';
import { readDemoSettings, type DemoSettings } from './settings.ts';
import { addCaptions } from './steps/captions.ts';
import { cutClips } from './steps/clips.ts';
import { postComments } from './steps/comments.ts';
import { makePlaylists } from './steps/playlists.ts';
import { publishVideos } from './steps/videos.ts';
import { stoppedBySignals } from './stopping.ts';

const say = (words: string): void => console.log(words);
const signal = stoppedBySignals(say);

try {
  await runDemo(readDemoSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (!signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function runDemo({ siteUrl, password, filmHeightPx }: DemoSettings): Promise<void> {
  const api = createApi(siteUrl, signal);
  await requireSite(api, siteUrl);
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error('The demo needs ffmpeg, which draws its fans.');
  const people = await fillSite(api, password, say);
  say(`Log in as any of them, for example BreezyBea, with the password ${password}`);
  await publishVideos({ people, videos, heightPx: filmHeightPx, signal, say });
  const never = new AbortController().signal;
  const steady = createApi(siteUrl, never);
  // The site prepares the videos meanwhile.
  const finishing = addCaptions({ people, captions, signal, say })
    .then(() => cutClips({ people, clips, signal, say }))
    .then(() => postComments({ people, commentedVideos, signal, say }))
    .then(() => makePlaylists({ people, playlists, signal, say }));
  await goLive({
    people,
    siteUrl,
    heightPx: filmHeightPx,
    signal,
    steadyApi: ({ bearer }) => steady.as(bearer),
    say,
  });
  await finishing;
}
