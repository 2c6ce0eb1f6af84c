import { useEffect } from 'react';
import { holdQuality } from '#web/lib/media/held-quality.ts';
import type { Rendition, Stage } from '#web/lib/player-stage.ts';

interface TileControlProps extends Pick<Stage, 'video' | 'steering'> {
  /** The viewer chooses the quality of the big tile; the others get one for their size. */
  readonly isBig: boolean;
  /** Restarts at its end. */
  readonly isLooped: boolean;
}

/** Applies the wall's quality to a player. Renders nothing. */
export function TileControl({ video, steering, isBig, isLooped }: TileControlProps) {
  useEffect(() => {
    if (video) setLoop(video, isLooped);
  }, [video, isLooped]);
  useEffect(() => {
    if (!steering || isBig) return;
    return holdQuality(steering, ({ all }) => smallestFor(all, heightPx(video)));
  }, [video, steering, isBig]);
  return null;
}

function setLoop(video: HTMLVideoElement, isLooped: boolean): void {
  video.loop = isLooped;
}

const heightPx = (video: HTMLVideoElement | null): number =>
  (video?.clientHeight ?? 0) * window.devicePixelRatio;

/** A picture may be smaller than its area by this factor without visible loss. */
const ENOUGH = 0.7;

/** The smallest rendition that fills a height, or else the best one. `all`: best first. */
export const smallestFor = <R extends Pick<Rendition, 'size'>>(
  all: readonly R[],
  heightPx: number,
): R | undefined => all.findLast(({ size }) => Number.parseInt(size, 10) >= heightPx * ENOUGH) ?? all[0];
