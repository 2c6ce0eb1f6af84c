/** The ways of a broadcast: the remembered choice, and their texts. */
import { RECORDING_BITS_PER_SECOND } from '../../../../shared/limits.ts';
import type { Way } from '../../../../shared/live/browser-stream.ts';
import type { DirectQuality } from './direct/direct.ts';

/** Used until the user chooses. */
export const DEFAULT_WAY: Way = 'direct';

export const WAY_SETTING = 'broadcastWay';

export const wayOf = (remembered: string | null): Way =>
  remembered === 'direct' || remembered === 'compatible' ? remembered : DEFAULT_WAY;

/** In display order. */
export const WAYS: readonly Way[] = ['direct', 'compatible'];

export const WAY_TEXTS: Record<Way, { readonly title: string; readonly text: string }> = {
  direct: {
    title: 'Direct',
    text: 'This device makes the video, and viewers see you about three seconds later.',
  },
  compatible: {
    title: 'Compatible',
    text: 'We make the video, which is easier on an older device; viewers see you ten seconds later or more.',
  },
};

/** Displayed after a fallback from the direct way. */
export const CHANGED_WAY =
  'This device could not go on making the video, so we make it now. Viewers see you some seconds later.';

/** "Sending 720p, 1.6 Mbit/s: your connection is slow". */
export function qualityLine({ heightPx, bitsPerSecond, isReduced }: DirectQuality): string {
  const sent = `Sending ${heightPx}p, ${rateText(bitsPerSecond)}`;
  if (!isReduced) return sent;
  // A slow device reduces frames; only a slow connection reduces the bitrate.
  const isConnection = bitsPerSecond < RECORDING_BITS_PER_SECOND;
  return `${sent}: your ${isConnection ? 'connection is slow' : 'device is busy'}`;
}

/** 2500000 → "2.5 Mbit/s", 600000 → "600 kbit/s". */
function rateText(bitsPerSecond: number): string {
  const kilobits = Math.round(bitsPerSecond / 1000);
  return kilobits < 1000 ? `${kilobits} kbit/s` : `${(kilobits / 1000).toFixed(1)} Mbit/s`;
}
