import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { CAMERA_PICTURE_SLOT_S, THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';
import { mayMove } from '#web/lib/pictures/may-move.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { MovingPictures } from '#web/ui/pictures/moving-pictures.tsx';

/** A live stream's last pictures, one after the other. */
export function LivePreview({ channel }: { readonly channel: Channel }) {
  const [urls] = useState(() => (mayMove() ? lastPictures(channel, serverTime(Date.now())) : []));
  return <MovingPictures urls={urls} className="object-cover" />;
}

const MAX_PICTURES = 6;

/** Of both ways: MediaConvert adds the picture's number, as in `shown-000010.0000000.jpg`. */
const OF_CAMERA = /^(.*\/(?:picture|shown)-)(\d{6})((?:\.0000000)?\.jpg)$/;
const OF_IVS = /\/latest_thumbnail\/thumb\.jpg$/;

/**
 * The addresses of the pictures before the latest, and of that one, oldest first. Some may not exist: a stream may have
 * skipped a slot.
 */
export function lastPictures(
  { live_thumbnail_url: url, recording_started_at }: Channel,
  nowMs: number,
): readonly string[] {
  const [, before, latestS, after] = OF_CAMERA.exec(url) ?? [];
  if (latestS !== undefined)
    return upTo(Number(latestS) / CAMERA_PICTURE_SLOT_S).map(
      (slot) => `${before}${String(slot * CAMERA_PICTURE_SLOT_S).padStart(6, '0')}${after}`,
    );
  if (!OF_IVS.test(url) || recording_started_at === undefined) return [];
  const sinceS = (nowMs - Date.parse(recording_started_at)) / 1000;
  return upTo(Math.floor(sinceS / THUMBNAIL_INTERVAL_S)).map((index) =>
    url.replace(OF_IVS, `/thumbnails/thumb${index}.jpg`),
  );
}

/** The last whole numbers up to one, from 0. */
const upTo = (last: number): number[] =>
  Array.from({ length: MAX_PICTURES }, (_, at) => Math.floor(last) - MAX_PICTURES + 1 + at).filter(
    (number) => number >= 0,
  );
