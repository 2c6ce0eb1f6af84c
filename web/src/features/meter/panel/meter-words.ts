import type { MeterReading } from '../signal/fan-meter.ts';
import type { Loudness } from '../signal/loudness/loudness.ts';
import type { Speed, WhyNot } from '../signal/speed/speed.ts';

const WHY_NOT: Record<WhyNot, string> = {
  silence: 'Nothing is heard. Is it paused, or is its sound off?',
  listening: 'Listening. It takes seven seconds or more.',
  'no-tones': 'No blades stand out: it is too quiet, or mains hum hides them.',
  ambiguous: 'Another speed would sound the same.',
  'other-sounds': 'Music or voices are in the way.',
  several: 'There are tones that one fan does not make. Are there two?',
  'pure-tone': 'This may be a constant tone rather than a fan.',
  changing: 'The speed is changing.',
  'other-blades': 'That does not sound like so many blades.',
};

const BEHAVIOURS = {
  steady: 'Steady',
  surging: 'Surging',
  switching: 'Switching speed',
} as const;

export type MeterWords = ReturnType<typeof wordsFor>;

/** Rounded to the accuracy of 1 %. */
const formatRpm = (rpm: number): string =>
  `${(rpm >= 1000 ? Math.round(rpm / 5) * 5 : Math.round(rpm)).toLocaleString('en')} rpm`;

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
  return { headline: 'Cannot tell', detail: WHY_NOT[estimate.whyNot] };
}

function knownSpeedWords({ rpm, passHz, blades, areBladesDetected }: Speed) {
  const passes = `${passHz.toFixed(1)} blades a second`;
  if (rpm === null) return { headline: passes, detail: 'Tell how many blades it has, for its speed.' };
  const detected = areBladesDetected ? `, ${blades} blades by their sound` : '';
  return { headline: formatRpm(rpm), detail: `${passes}${detected}` };
}

function loudnessWords({ dba, uncertaintyDb, aboveQuietestDb }: Loudness): string {
  if (dba !== null) return `${Math.round(dba)} dB(A), within ${uncertaintyDb.toFixed(0)} dB`;
  return `${Math.round(aboveQuietestDb)} dB above the quietest so far`;
}

/** The whole reading for screen readers. */
export const sentenceOf = ({ headline, detail, behaviour }: MeterWords): string =>
  [headline, detail, behaviour].filter(Boolean).join('. ');
