import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_BLADES } from '#shared/plain/fans/meter-limits.ts';
import { parseNumber } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import type { Calibration } from '../signal/loudness/loudness.ts';
import { type MeterWords, sentenceOf, wordsFor } from './meter-words.ts';
import { SpectrogramCanvas } from './spectrogram-canvas.tsx';
import type { Meter } from '../link/meter-link.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
  const announced = useThrottled(sentenceOf(words));
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span data-headline className="text-3xl font-bold tabular-nums">
          {words.headline}
        </span>
        <span className="text-sm font-semibold">{words.behaviour}</span>
      </p>
      {/* Two lines high, so that the layout does not shift when the text changes. */}
      <p className="min-h-10 text-sm text-soft">{words.detail}</p>
      <p className="min-h-5 text-sm text-soft tabular-nums">{words.loudness}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

const BLADES = Array.from({ length: MAX_BLADES - 1 }, (_, at) => `${at + 2}`);

function Settings({ meter: { reading, blades, setBlades, calibrate } }: { readonly meter: Meter }) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1 @3xl:flex-col @3xl:items-stretch">
      <div className="w-44 max-w-full">
        <SelectField
          label={t('meter.blades')}
          placeholder={t('meter.bladesNotSet')}
          options={BLADES}
          value={blades === null ? '' : `${blades}`}
          onChange={({ target }) => setBlades(target.value === '' ? null : Number(target.value))}
        />
      </div>
      <CalibrationForm levelDb={reading?.loudness?.levelDb ?? null} onCalibrate={calibrate} />
    </div>
  );
}

const ANNOUNCE_EVERY_MS = 5000;

/** Follows a text with at most one update per five seconds. */
function useThrottled(text: string): string {
  const latest = useRef(text);
  const [announced, setAnnounced] = useState(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(latest.current), ANNOUNCE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return announced;
}

interface CalibrationFormProps {
  /** Null while there is no sound. */
  readonly levelDb: number | null;
  readonly onCalibrate: (calibration: Calibration) => void;
}

/** The plausible range of a sound level meter near a fan. */
const MIN_DBA = 15;
const MAX_DBA = 110;
const RANGE = { min: MIN_DBA, max: MAX_DBA };

function CalibrationForm({ levelDb, onCalibrate }: CalibrationFormProps) {
  const [referenceText, setReferenceText] = useState('');
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const dba = parseNumber(referenceText);
  const isPlausible = dba !== null && dba >= MIN_DBA && dba <= MAX_DBA;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (levelDb !== null && isPlausible) onCalibrate({ levelDb, referenceDba: dba });
  };
  return (
    <details className="text-sm open:w-full">
      <summary className="w-fit cursor-pointer rounded-sm py-2 text-soft hover:text-ink">
        {t('meter.loudness')}
      </summary>
      <form ref={form} noValidate onSubmit={submit} className="mt-2 space-y-3">
        <RequiredNote />
        <TextField
          required
          error={tries > 0 && !isPlausible ? t('meter.referenceRange', RANGE) : undefined}
          label={t('meter.referenceLevel')}
          inputMode="decimal"
          value={referenceText}
          onChange={(event) => setReferenceText(event.target.value)}
          hint={t('meter.referenceRange', RANGE)}
        />
        <Button type="submit" size="sm" variant="secondary" disabled={levelDb === null}>
          {t('meter.calibrate')}
        </Button>
      </form>
    </details>
  );
}
