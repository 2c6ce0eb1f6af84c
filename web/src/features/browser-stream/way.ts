/** The ways of a broadcast: the remembered choice, and their texts. */
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { DirectQuality } from './direct/direct.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Used until the user chooses. */
export const DEFAULT_WAY: Way = 'direct';

export const WAY_SETTING = 'broadcastWay';

export const wayOf = (remembered: string | null): Way =>
  remembered === 'direct' || remembered === 'compatible' ? remembered : DEFAULT_WAY;

/** In display order. */
export const WAYS: readonly Way[] = ['direct', 'compatible'];

export const WAY_TEXTS: Record<Way, { readonly title: string; readonly text: string }> = {
  direct: {
    title: t('browserStream.directMode'),
    text: t('browserStream.directModeHint'),
  },
  compatible: {
    title: t('browserStream.compatibleMode'),
    text: t('browserStream.compatibleModeHint'),
  },
};

/** Displayed after a fallback from the direct way. */
export const CHANGED_WAY = t('browserStream.modeChanged');

/**
 * "Sending 720p, 1.6 Mbit/s: your connection is slow". Not slow where all is uploaded, as after an interruption, when the
 * quality rises step by step.
 */
export function qualityLine(
  { heightPx, bitsPerSecond, isReduced }: DirectQuality,
  isAllUploaded = false,
): string {
  const sent = { heightPx, bitsPerSecond: formatBitrate(bitsPerSecond) };
  if (!isReduced) return t('browserStream.sendingQuality', sent);
  // A slow device reduces frames; only a slow connection reduces the bitrate.
  if (bitsPerSecond >= RECORDING_BITS_PER_SECOND) return t('browserStream.sendingFromBusyDevice', sent);
  return isAllUploaded
    ? t('browserStream.sendingReduced', sent)
    : t('browserStream.sendingOverSlowConnection', sent);
}
