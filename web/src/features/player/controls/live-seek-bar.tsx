import { useEffect, useMemo, useState } from 'react';
import { liveClock, useLivePosition } from '#web/lib/media/live-clock.ts';
import type { LiveSteering, Rewindable } from '#web/lib/player-stage.ts';
import type { PreviewPicture } from '#web/lib/media/storyboard.ts';
import { usePreviewPicture } from './preview-pictures.ts';
import { SeekPreview } from './seek-preview.tsx';
import { SeekTrack, useSeekPointer } from './seek-track.tsx';

/** Thumbnails are of whole minutes on air. */
const PICTURE_EVERY_S = 60;

interface LiveSeekBarProps {
  readonly live: LiveSteering;
  readonly rewind: Rewindable;
  /** Whether a pointer has been over the player, so that previews are loaded. */
  readonly hasPointer: boolean;
}

/** The seek bar of a live stream: from its beginning, or what is left of it, to the live position. Shows the time on air. */
export function LiveSeekBar({ live, rewind, hasPointer }: LiveSeekBarProps) {
  const { range, playingMs } = useLivePosition(live, (position) => position);
  const earliestMs = range?.earliestMs ?? rewind.airedMs;
  const endMs = range?.liveMs ?? earliestMs;
  const positionMs = Math.min(endMs, playingMs ?? endMs);
  const seekTo = (seconds: number) => {
    live.seekTo(earliestMs + seconds * 1000);
    liveClock(live).refresh();
  };
  const durationS = Math.max(0, (endMs - earliestMs) / 1000);
  const pointer = useSeekPointer(durationS, seekTo);
  const earliestS = (earliestMs - rewind.airedMs) / 1000;
  const pictures = usePictures(usePictureUrl(rewind, hasPointer), earliestS, earliestS + durationS);
  const pointedS = pointer.atS === null ? null : earliestS + pointer.atS;
  const picture = usePreviewPicture(pictures, pointedS, hasPointer);
  return (
    <SeekTrack
      currentS={Math.max(0, (positionMs - earliestMs) / 1000)}
      durationS={durationS}
      pointer={pointer}
      seekTo={seekTo}
      preview={(seconds, share) => (
        <SeekPreview timeS={earliestS + seconds} share={share} picture={picture} />
      )}
    />
  );
}

/** The pictures between two times on air. */
function usePictures(url: string | null, fromS: number, untilS: number): readonly PreviewPicture[] {
  const [first, last] = [fromS, untilS].map((atS) => Math.floor(atS / PICTURE_EVERY_S)) as [number, number];
  return useMemo(() => {
    if (url === null) return [];
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const startS = (first + index) * PICTURE_EVERY_S;
      return { startS, url: url.replace('{second}', String(startS).padStart(6, '0')), part: null };
    });
  }, [url, first, last]);
}

/** `null` without thumbnails. */
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
