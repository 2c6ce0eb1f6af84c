/** What follows a stream that ends at night. */
import type { Video } from '../../../../shared/videos/videos.ts';
import { call, callPage } from '../../lib/api/api.ts';
import type { Recording } from './sleep.types.ts';

/** `/channel/{username}/video/{id}`, with or without the site before it. */
const VIDEO_ADDRESS = /\/channel\/[^/?#]+\/video\/([^/?#]+)/;

/** The id of the video that an address leads to; `null`: to none. */
export const videoIdIn = (address: string): string | null => VIDEO_ADDRESS.exec(address)?.[1] ?? null;

/** A video from its start on, or from another place; `null` where there is nothing to play yet. */
export function recordingOf(
  { title, playback_url, thumbnail_url, status }: Video,
  startS = 0,
): Recording | null {
  if (status !== 'ready' || playback_url === null) return null;
  return { title, url: playback_url, pictureUrl: thumbnail_url, startS };
}

/** The newest replay that everybody may see, or else the newest video. */
export function newestOf(videos: readonly Video[]): Recording | null {
  const ready = videos.filter(({ visibility, is_removed }) => visibility === 'public' && !is_removed);
  const playable = (ofKind: readonly Video[]) =>
    ofKind.map((video) => recordingOf(video)).find((found) => found !== null);
  return playable(ready.filter(({ kind }) => kind === 'replay')) ?? playable(ready) ?? null;
}

/** The video that the viewer has chosen, or where there is none (any more) the channel's newest. `null`: nothing yet. */
export async function findRecording(channelId: string, address: string): Promise<Recording | null> {
  const id = videoIdIn(address);
  const chosen = id === null ? null : await call('GET /videos/{id}', { params: { id } }).catch(() => null);
  const recording = chosen && recordingOf(chosen);
  if (recording) return recording;
  const newest = await callPage('GET /videos', { query: { channel: channelId } }).catch(() => null);
  return newest && newestOf(newest.items);
}
