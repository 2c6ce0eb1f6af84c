/** A channel as its owner has just saved it, until the caches on the way to the page know it too. */
import { useEffect, useState } from 'react';
import type { Channel } from '../../../../shared/streamers.ts';

/** By then every cache has asked again. */
const KNOWN_AFTER_MS = 10_000;

/** `channel` with what was saved through `keep` a moment ago. */
export function useEdited(channel: Channel): {
  readonly channel: Channel;
  readonly keep: (saved: Channel) => void;
} {
  const [saved, setSaved] = useState<Channel | null>(null);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(null), KNOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [saved]);
  return { channel: withEdits(channel, saved), keep: setSaved };
}

/** What the dialog can change comes from `saved`; what changes by itself, such as the viewers, does not. */
export function withEdits(channel: Channel, saved: Channel | null): Channel {
  if (!saved) return channel;
  const { display_name, description, schedule, avatar, thumbnail_url, title, game, tags } = saved;
  return { ...channel, display_name, description, schedule, avatar, thumbnail_url, title, game, tags };
}
