import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { gradientOf, hueOf } from '#web/ui/pictures/hue.ts';

/** The number of broken pictures remembered, as a channel has at most two. */
const MAX_BROKEN = 2;

/**
 * Shows the live picture, kept until the next loads. If none loads, it draws a fan, which turns on hover for a live
 * channel.
 */
export function StreamThumbnail({ channel }: { readonly channel: Channel }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const sources = thumbnailSources(channel, useNow(LIVE_PICTURE_MS));
  const src = sources.find((source) => !broken.includes(source));
  if (!src) return <DrawnThumbnail channel={channel} />;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      onError={() => setBroken((known) => [...known, src].slice(-MAX_BROKEN))}
      className="size-full object-cover"
    />
  );
}

function DrawnThumbnail({ channel: { username, is_live } }: { readonly channel: Channel }) {
  const hue = hueOf(username);
  const background = is_live
    ? gradientOf(username, '0.5 0.1', '0.27 0.07', 35)
    : gradientOf(username, '0.34 0.025', '0.24 0.02');
  return (
    <div className="relative size-full overflow-hidden text-white" style={{ background }}>
      <div className="absolute top-[-12%] end-[-8%] aspect-square h-[150%]" style={{ rotate: `${hue}deg` }}>
        <FanMark className={`size-full ${is_live ? 'opacity-25 group-hover:animate-turn' : 'opacity-10'}`} />
      </div>
    </div>
  );
}

export const LIVE_PICTURE_MS = 30_000;

/** The picture URLs in order of preference. A drawn fan is the fallback. */
export function thumbnailSources(
  { is_live, live_thumbnail_url, thumbnail_url }: Channel,
  nowMs: number,
): string[] {
  // The picture keeps its address, so a changing query forces a reload.
  const live = `${live_thumbnail_url}?at=${Math.floor(nowMs / LIVE_PICTURE_MS)}`;
  return [...(is_live && live_thumbnail_url ? [live] : []), ...(thumbnail_url ? [thumbnail_url] : [])];
}
