import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/input.tsx';
import type { Calibration } from '../signal/loudness/loudness.ts';

interface CalibrationFormProps {
  /** What is heard now; null while nothing is. */
  readonly levelDb: number | null;
  readonly onCalibrate: (calibration: Calibration) => void;
}

/** What meters show of rooms with fans in them. */
const LEAST_DBA = 15;
const MOST_DBA = 110;

/** Asks what another meter shows, so that loudness has a scale. */
export function CalibrationForm({ levelDb, onCalibrate }: CalibrationFormProps) {
  const [shown, setShown] = useState('');
  const dba = Number(shown);
  const isPlausible = shown.trim() !== '' && dba >= LEAST_DBA && dba <= MOST_DBA;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (levelDb !== null && isPlausible) onCalibrate({ levelDb, shownDba: dba });
  };
  return (
    <details className="text-sm open:w-full">
      <summary className="w-fit cursor-pointer rounded-sm py-2 text-soft hover:text-ink">
        Loudness in dB(A)
      </summary>
      <form onSubmit={submit} className="mt-2 space-y-3">
        <TextField
          label="What does a sound level meter beside the fan show now?"
          inputMode="decimal"
          value={shown}
          onChange={(event) => setShown(event.target.value)}
          hint={`From ${LEAST_DBA} to ${MOST_DBA} dB(A)`}
        />
        <Button type="submit" size="sm" variant="secondary" disabled={levelDb === null || !isPlausible}>
          Calibrate
        </Button>
      </form>
    </details>
  );
}
