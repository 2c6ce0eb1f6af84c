import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveSteering, Rewindable } from '../../../lib/player-stage.ts';
import { SeekPreview } from './seek-preview.tsx';
import { SeekTrack, useSeekPointer } from './seek-track.tsx';

const REFRESH_EVERY_MS = 500;
/** Thumbnails are of whole minutes on air. */
const PICTURE_EVERY_S = 60;

interface LiveSeekBarProps {
  readonly live: LiveSteering;
  readonly rewind: Rewindable;
}

/** The seek bar of a live stream: from its beginning, or what is left of it, to the live position. Shows the time on air. */
export function LiveSeekBar({ live, rewind }: LiveSeekBarProps) {
  const { times, refresh } = useTimes(live, rewind);
  const { earliestMs, endMs, positionMs } = times;
  const seekTo = (seconds: number) => {
    live.seekTo(earliestMs + seconds * 1000);
    refresh();
  };
  const durationS = Math.max(0, (endMs - earliestMs) / 1000);
  const pointer = useSeekPointer(durationS, seekTo);
  const pictureUrl = usePictureUrl(rewind, pointer.wasUsed);
  return (
    <SeekTrack
      currentS={Math.max(0, (positionMs - earliestMs) / 1000)}
      durationS={durationS}
      pointer={pointer}
      seekTo={seekTo}
      preview={(seconds, share) => {
        const airS = (earliestMs - rewind.airedMs) / 1000 + seconds;
        const url = pictureUrl && pictureOf(pictureUrl, airS);
        return <SeekPreview timeS={airS} share={share} picture={url ? { url, part: null } : null} />;
      }}
    />
  );
}

const pictureOf = (url: string, airS: number): string => {
  const second = Math.floor(airS / PICTURE_EVERY_S) * PICTURE_EVERY_S;
  return url.replace('{second}', String(second).padStart(6, '0'));
};

function useTimes(live: LiveSteering, rewind: Rewindable) {
  const timesNow = () => {
    const endMs = rewind.liveMs();
    return {
      earliestMs: rewind.earliestMs(),
      endMs,
      positionMs: Math.min(endMs, live.playingDate()?.getTime() ?? endMs),
    };
  };
  const [times, setTimes] = useState(timesNow);
  const refresh = () => setTimes(timesNow());
  const tick = useEffectEvent(refresh);
  useEffect(() => {
    const timer = setInterval(() => tick(), REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { times, refresh };
}

/** Loaded when the pointer comes; `null` without thumbnails. */
function usePictureUrl(rewind: Rewindable, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    // Without thumbnails the time is enough.
    if (isWanted)
      rewind.pictureUrl().then(
        (url) => isOver || setUrl(url),
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [rewind, isWanted]);
  return url;
}
