/** Measurements with units that `Intl` has no words for. */

import { t } from './messages.ts';

export const rounded = (value: number, digits = 0): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** 2500000 → "2.5 Mbit/s", 600000 → "600 kbit/s". */
export function formatBitrate(bitsPerSecond: number): string {
  const kilobits = Math.round(bitsPerSecond / 1000);
  return kilobits < 1000
    ? t('units.kilobitsPerSecond', { value: kilobits })
    : t('units.megabitsPerSecond', { value: rounded(kilobits / 1000, 1) });
}

/** 1450 → "1,450 rpm". */
export const formatRpm = (rpm: number): string => t('units.rpm', { value: rounded(rpm) });

/** 500 → "500 Hz", 2000 → "2 kHz". */
export const formatHertz = (hertz: number): string =>
  hertz < 1000 ? t('units.hertz', { value: hertz }) : t('units.kilohertz', { value: hertz / 1000 });

/** 12.34 → "12.3 blade passes per second". */
export const formatBladePasses = (passHz: number): string =>
  t('units.bladePasses', { count: rounded(passHz, 1) });
