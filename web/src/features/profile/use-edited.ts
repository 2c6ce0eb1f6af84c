/** A channel as its owner has just saved it, until the caches on the way to the page know it too. */
import { useMomentary } from '../../lib/hooks/use-momentary.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';

/** By then every cache has asked again. */
const KNOWN_AFTER_MS = 10_000;

/** `channel` with what was saved through `keep` a moment ago. */
export function useEdited(channel: Channel) {
  const [saved, keep] = useMomentary<Channel | null>(null, KNOWN_AFTER_MS);
  return { channel: withEdits(channel, saved), keep };
}

/** What the dialog can change comes from `saved`; what changes by itself, such as the viewers, does not. */
export function withEdits(channel: Channel, saved: Channel | null): Channel {
  if (!saved) return channel;
  const { display_name, description, schedule, avatar, thumbnail_url, title, game, tags } = saved;
  return { ...channel, display_name, description, schedule, avatar, thumbnail_url, title, game, tags };
}
