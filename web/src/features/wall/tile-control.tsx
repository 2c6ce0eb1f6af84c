import { useEffect, useEffectEvent } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';
import type { Rendition, Stage } from '#web/lib/player-stage.ts';
import type { Fader } from './wall-mixer.tsx';

interface TileControlProps extends Pick<Stage, 'video' | 'steering'> {
  /** The viewer chooses the quality of the big tile; the others get one for their size. */
  readonly isBig: boolean;
  readonly fader: Fader;
  readonly isSilent: boolean;
  /** Called when the volume changes by the player’s own controls. */
  readonly onFader: (change: Partial<Fader>) => void;
  /** Restarts at its end. */
  readonly isLooped: boolean;
}

/** Applies the wall's volume and quality to a player. Renders nothing. */
export function TileControl(props: TileControlProps) {
  const { video, steering, isBig, fader, isSilent, onFader, isLooped } = props;
  const isMuted = isSilent || fader.isMuted;
  useEffect(() => {
    if (video) set(video, { volume: fader.volume, muted: isMuted, loop: isLooped });
  }, [video, fader.volume, isMuted, isLooped]);
  const changed = useEffectEvent(({ volume, muted }: HTMLVideoElement) => {
    if (volume === fader.volume && muted === isMuted) return;
    // "Mute all" leaves the faders as they are.
    onFader(muted === isMuted ? { volume } : { volume, isMuted: muted });
  });
  useEffect(() => (video ? listen(video, 'volumechange', () => changed(video)) : undefined), [video]);
  useEffect(() => {
    if (!steering || isBig) return;
    const choose = () => {
      const { all, chosen } = steering.qualities();
      const wanted = smallestFor(all, heightPx(video))?.id ?? null;
      if (all.length > 1 && wanted !== chosen) steering.choose(wanted);
    };
    choose();
    return endAll([steering.subscribe(choose), () => steering.choose(null)]);
  }, [video, steering, isBig]);
  return null;
}

function set(video: HTMLVideoElement, to: { volume: number; muted: boolean; loop: boolean }): void {
  Object.assign(video, to);
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
