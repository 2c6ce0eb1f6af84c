import { useEffect, useRef, useState } from 'react';
import { MOST_BLADES } from '../../../../../shared/plain/fans/meter-limits.ts';
import { SelectField } from '../../../ui/forms/select.tsx';
import { CalibrationForm } from './calibration.tsx';
import { type MeterWords, sentenceOf, wordsFor } from './meter-words.ts';
import { SpectrogramCanvas } from './spectrogram-canvas.tsx';
import type { Meter } from './use-meter.ts';

/** What a meter has found, a picture of what it hears, and what it can be told. */
export function MeterView({ meter }: { readonly meter: Meter }) {
  const words = wordsFor(meter.reading);
  return (
    <div className="@container">
      <div className="grid gap-x-6 gap-y-3 @3xl:grid-cols-[15rem_minmax(0,1fr)_11rem]">
        <Numbers words={words} />
        <SpectrogramCanvas follow={meter.followColumns} />
        <Settings meter={meter} />
      </div>
    </div>
  );
}

function Numbers({ words }: { readonly words: MeterWords }) {
  const said = useSeldom(sentenceOf(words));
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span data-headline className="text-3xl font-bold tabular-nums">
          {words.headline}
        </span>
        <span className="text-sm font-semibold">{words.behaviour}</span>
      </p>
      {/* As high as two lines, so that nothing moves when the words change. */}
      <p className="min-h-10 text-sm text-soft">{words.detail}</p>
      <p className="min-h-5 text-sm text-soft tabular-nums">{words.loudness}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

const BLADES = Array.from({ length: MOST_BLADES - 1 }, (_, at) => `${at + 2}`);

function Settings({ meter: { reading, blades, setBlades, calibrate } }: { readonly meter: Meter }) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1 @3xl:flex-col @3xl:items-stretch">
      <div className="w-44 max-w-full">
        <SelectField
          label="Blades"
          placeholder="Not counted"
          options={BLADES}
          value={blades === null ? '' : `${blades}`}
          onChange={({ target }) => setBlades(target.value === '' ? null : Number(target.value))}
        />
      </div>
      <CalibrationForm levelDb={reading?.loudness?.levelDb ?? null} onCalibrate={calibrate} />
    </div>
  );
}

const SAID_EVERY_MS = 5000;

/** Follows a text no more often than each five seconds. */
function useSeldom(text: string): string {
  const latest = useRef(text);
  const [said, setSaid] = useState(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), SAID_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return said;
}
