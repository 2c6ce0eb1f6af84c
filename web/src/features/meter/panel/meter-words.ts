import type { MeterReading } from '../signal/fan-meter.ts';
import type { Loudness } from '../signal/loudness/loudness.ts';
import type { Speed, WhyNot } from '../signal/speed/speed.ts';
import { formatBladePasses, formatRpm } from '#web/lib/i18n/units.ts';
import { t } from '#web/lib/i18n/messages.ts';

const WHY_NOT: Record<WhyNot, string> = {
  silence: t('meter.silence'),
  listening: t('meter.listening'),
  'no-tones': t('meter.noTones'),
  ambiguous: t('meter.ambiguous'),
  'other-sounds': t('meter.otherSounds'),
  several: t('meter.severalFans'),
  'pure-tone': t('meter.pureTone'),
  changing: t('meter.changing'),
  'other-blades': t('meter.otherBlades'),
};

const BEHAVIOURS = {
  steady: t('meter.steady'),
  surging: t('meter.surging'),
  switching: t('meter.switching'),
} as const;

export type MeterWords = ReturnType<typeof wordsFor>;

/** Rounds to the accuracy of 1 %. */
const measuredRpm = (rpm: number): number => (rpm >= 1000 ? Math.round(rpm / 5) * 5 : rpm);

/** A headline with the number, or that there is none, and details or the reason. */
export function wordsFor(reading: MeterReading | null) {
  if (!reading) return { headline: '…', detail: WHY_NOT.listening, behaviour: null, loudness: null };
  const { estimate, behaviour, loudness } = reading;
  return {
    ...speedWords(estimate),
    behaviour: behaviour && BEHAVIOURS[behaviour],
    loudness: loudness && loudnessWords(loudness),
  };
}

function speedWords(estimate: MeterReading['estimate']) {
  if ('speed' in estimate) return knownSpeedWords(estimate.speed);
  if (estimate.whyNot === 'listening') return { headline: '…', detail: WHY_NOT.listening };
  return { headline: t('meter.unknown'), detail: WHY_NOT[estimate.whyNot] };
}

function knownSpeedWords({ rpm, passHz, blades, areBladesDetected }: Speed) {
  const passes = formatBladePasses(passHz);
  if (rpm === null) return { headline: passes, detail: t('meter.setBlades') };
  const headline = formatRpm(measuredRpm(rpm));
  if (!areBladesDetected || blades === null) return { headline, detail: passes };
  return { headline, detail: t('meter.bladesDetected', { passes, count: blades }) };
}

function loudnessWords({ dba, uncertaintyDb, aboveQuietestDb }: Loudness): string {
  if (dba !== null)
    return t('meter.loudnessWithin', { level: Math.round(dba), uncertainty: Math.round(uncertaintyDb) });
  return t('meter.aboveQuietest', { aboveQuietestDb: Math.round(aboveQuietestDb) });
}

/** The whole reading for screen readers. */
export const sentenceOf = ({ headline, detail, behaviour }: MeterWords): string =>
  [headline, detail, behaviour].filter(Boolean).join('. ');
