/**
 * The first script in the document of a wall, and of a channel or video with something to play: starts the video, and then
 * loads the application, which would keep the processor from it. `functions/pages/first-player.ts` writes the document.
 */
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { playFirst } from './features/player/engine/first-playback.ts';
import { playerSource } from '#web/features/player/live/player-source.ts';
import { readText } from './lib/kept.ts';
import { timedFetch } from './lib/api/timed-fetch.ts';
import { keyOf, readWall, type Tile } from './features/wall/wall-tiles.ts';
import { pageData } from './lib/page-data.ts';

/** The application starts at the latest this long after the navigation. */
const APPLICATION_WITHIN_MS = 1000;

function start(place: HTMLElement): Promise<unknown> {
  // The sidebar's width, where the visitor has chosen it: see `app/frame/sidebar.tsx`.
  place.dataset['sidebar'] = readText('localStorage', 'sidebar') ?? '';
  if ('wall' in place.dataset) return startWall(place);
  const data = pageData();
  const video = place.querySelector('video')!;
  if (data?.video) return startVideo(video, data.video, location.search !== '');
  return data ? startLive(video, data.channel) : Promise.resolve();
}

async function startLive(video: HTMLVideoElement, channel: Channel): Promise<void> {
  const source = playerSource(channel);
  if (source.name === 'live') await playFirst({ ...source, video, isLive: true });
}

/** From its beginning: a video with another start is left to the application. */
async function startVideo(video: HTMLVideoElement, of: Video, hasStart = false): Promise<void> {
  const { id, playback_url: url } = of;
  const hasOtherStart = hasStart || readText('localStorage', 'player.positions')?.includes(id);
  if (url !== null && !hasOtherStart) await playFirst({ url, video, isLive: false });
}

/** All tiles appear at once, because a chat beside them makes them smaller. */
async function startWall(place: HTMLElement): Promise<void> {
  const { tiles, big } = readWall(new URLSearchParams(location.search));
  const found = await Promise.all(tiles.map(find));
  place.toggleAttribute(
    'data-chat',
    found.some((one) => one && 'is_live' in one && one.is_live),
  );
  const starts = found.map((one, at) => {
    const box = place.appendChild(document.createElement('div'));
    box.toggleAttribute('data-big', keyOf(tiles[at]!) === big);
    const video = box.appendChild(document.createElement('video'));
    Object.assign(video, { muted: true, playsInline: true });
    if (!one) return Promise.resolve();
    return 'is_live' in one ? startLive(video, one) : startVideo(video, one);
  });
  await Promise.all(starts);
}

/** What everybody may see; the application asks for the rest. */
async function find(tile: Tile): Promise<Channel | Video | null> {
  const [list, name = ''] = tile.kind === 'video' ? ['videos', tile.id] : ['streamers', tile.username];
  const response = await timedFetch(`/api/${list}/${encodeURIComponent(name)}`).catch(() => null);
  return response?.ok ? ((await response.json()) as Channel | Video) : null;
}

const place = document.getElementById('first-player')!;
const late = new Promise((resolve) => setTimeout(resolve, APPLICATION_WITHIN_MS - performance.now()));
const started = start(place).catch(() => undefined);
void Promise.race([started, late]).then(() => import(/* @vite-ignore */ place.dataset['application']!));
