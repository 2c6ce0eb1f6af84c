import { useEffect, useEffectEvent } from 'react';
import { listen } from '../../lib/listen.ts';
import type { Fader } from './wall-mixer.tsx';

interface Rendition {
  readonly id: number;
  /** "360p". */
  readonly name: string;
}

interface TileControlProps {
  readonly video: HTMLVideoElement | null;
  readonly steering: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly qualities: () => { readonly all: readonly Rendition[]; readonly chosen: number | null };
    readonly choose: (id: number | null) => void;
  } | null;
  /** It has the best that the connection carries; the others what their size needs. */
  readonly isBig: boolean;
  readonly fader: Fader;
  readonly isSilent: boolean;
  /** Somebody has used the player’s own controls. */
  readonly onFader: (change: Partial<Fader>) => void;
  /** Begins anew at its end. */
  readonly isLooped: boolean;
}

/** Has a player be as loud, and its picture as large, as the wall wants it. Shows nothing. */
export function TileControl(props: TileControlProps) {
  const { video, steering, isBig, fader, isSilent, onFader, isLooped } = props;
  const isMuted = isSilent || fader.isMuted;
  useEffect(() => {
    if (video) set(video, { volume: fader.volume, muted: isMuted, loop: isLooped });
  }, [video, fader.volume, isMuted, isLooped]);
  const changed = useEffectEvent(({ volume, muted }: HTMLVideoElement) => {
    if (volume !== fader.volume || muted !== isMuted) onFader({ volume, isMuted: muted });
  });
  useEffect(() => (video ? listen(video, 'volumechange', () => changed(video)) : undefined), [video]);
  useEffect(() => {
    if (!steering) return;
    const choose = () => {
      const { all, chosen } = steering.qualities();
      const wanted = isBig ? null : (smallestFor(all, heightPx(video))?.id ?? null);
      if (all.length > 1 && wanted !== chosen) steering.choose(wanted);
    };
    choose();
    return steering.subscribe(choose);
  }, [video, steering, isBig]);
  return null;
}

function set(video: HTMLVideoElement, to: { volume: number; muted: boolean; loop: boolean }): void {
  Object.assign(video, to);
}

const heightPx = (video: HTMLVideoElement | null): number =>
  (video?.clientHeight ?? 0) * window.devicePixelRatio;

/** A picture may be so much smaller than its place before one sees it. */
const ENOUGH = 0.7;

/** The smallest rendition that fills a height, or else the best; of lists with the best first. */
export const smallestFor = <R extends Rendition>(all: readonly R[], heightPx: number): R | undefined =>
  all.findLast(({ name }) => Number.parseInt(name, 10) >= heightPx * ENOUGH) ?? all[0];
