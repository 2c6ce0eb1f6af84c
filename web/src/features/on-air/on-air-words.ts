import type { Channel } from '../../../../shared/channels/streamers.ts';
import { countOf, formatCount } from '../../lib/words/format.ts';

export const viewersText = (viewers: number): string => countOf(viewers, 'viewer');

export const watchingText = (viewers: number): string =>
  viewers === 1 ? '1 person is watching.' : `${formatCount(viewers)} people are watching.`;

/** How a channel is live; `null` while it is not. */
export function liveBy({ is_live, video_url }: Pick<Channel, 'is_live' | 'video_url'>) {
  if (!is_live) return null;
  return video_url.startsWith('/api/browser-stream/') ? 'camera' : 'software';
}
