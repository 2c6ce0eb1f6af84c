/**
 * The first script in the document of a channel or video with something to play: starts the video, and then loads the
 * application, which would keep the processor from it. `functions/pages/first-player.ts` writes the document.
 */
import { playFirst } from './features/player/engine/first-playback.ts';
import { playerSource } from './features/player/live/player.source.ts';
import { pageData } from './lib/page-data.ts';

/** The application starts at the latest this long after the navigation. */
const APPLICATION_WITHIN_MS = 1000;

function start(place: HTMLElement, video: HTMLVideoElement): Promise<unknown> {
  // The sidebar's width, where the visitor has chosen it: see `app/frame/sidebar.tsx`.
  place.dataset['sidebar'] = localStorage.getItem('sidebar') ?? '';
  const data = pageData();
  if (data?.video) return startVideo(video, data.video.id, data.video.playback_url);
  const source = data && playerSource(data.channel);
  return source?.name === 'live' ? playFirst({ ...source, video, isLive: true }) : Promise.resolve();
}

/** From its beginning: a video with another start is left to the application. */
async function startVideo(video: HTMLVideoElement, id: string, url: string | null): Promise<void> {
  const hasOtherStart = location.search !== '' || localStorage.getItem('player.positions')?.includes(id);
  if (url !== null && !hasOtherStart) await playFirst({ url, video, isLive: false });
}

const place = document.getElementById('first-player')!;
const late = new Promise((resolve) => setTimeout(resolve, APPLICATION_WITHIN_MS - performance.now()));
const started = start(place, place.querySelector('video')!).catch(() => undefined);
void Promise.race([started, late]).then(() => import(/* @vite-ignore */ place.dataset['application']!));
