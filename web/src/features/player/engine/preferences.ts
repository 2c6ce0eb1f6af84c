/** What the viewer chose in a player. It is stored in the browser, and every later player starts with it. */
import { keepText, readText } from '#web/lib/kept.ts';
import type { Qualities, Sound } from '#web/lib/player-stage.ts';

const VOLUME = 'player.volume';
const IS_MUTED = 'player.muted';
const QUALITY = 'player.quality';

/** Full and unmuted until the viewer has changed it. */
export function preferredSound(): Sound {
  const volume = Number(readText('localStorage', VOLUME) ?? 1);
  return {
    volume: volume >= 0 && volume <= 1 ? volume : 1,
    isMuted: readText('localStorage', IS_MUTED) === 'true',
  };
}

export function keepSound({ volume, isMuted }: Partial<Sound>): void {
  if (volume !== undefined) keepText('localStorage', VOLUME, String(volume));
  if (isMuted !== undefined) keepText('localStorage', IS_MUTED, String(isMuted));
}

/** Applies it to an element. A live stream starts muted in any case (specification §2). */
export function restoreSound(video: HTMLVideoElement, isLive: boolean): void {
  const { volume, isMuted } = preferredSound();
  video.volume = volume;
  if (!isLive) video.muted ||= isMuted;
}

export function setSound(video: HTMLVideoElement, { volume, isMuted }: Sound): void {
  video.volume = volume;
  video.muted = isMuted;
}

/** `size` as "720p"; `null`: by the connection. */
export const keepQuality = (size: string | null): void => keepText('localStorage', QUALITY, size ?? '');

/** The rendition of the chosen quality, else the best below it, else the smallest; `null` without a choice. */
export function preferredRendition({ all }: Qualities): number | null {
  const size = Number.parseInt(readText('localStorage', QUALITY) ?? '', 10);
  if (all.length < 2 || Number.isNaN(size)) return null;
  const fitting = all.find((one) => Number.parseInt(one.size, 10) <= size);
  return (fitting ?? all.at(-1))?.id ?? null;
}
