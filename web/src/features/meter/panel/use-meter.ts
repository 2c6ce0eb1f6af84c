import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createEmitter } from '../../../lib/emitter.ts';
import { type MeterLink, openMeter } from '../link/meter-link.ts';
import type { SoundSource } from '../link/sound-source.ts';
import type { MeterReading } from '../signal/fan-meter.ts';
import type { Calibration } from '../signal/loudness/loudness.ts';

export interface Meter {
  readonly reading: MeterReading | null;
  readonly hasFailed: boolean;
  /** As somebody has counted them. */
  readonly blades: number | null;
  readonly setBlades: (blades: number | null) => void;
  readonly calibrate: (calibration: Calibration | null) => void;
  /** Answers each column of the spectrogram, until the answer is called. */
  readonly followColumns: (add: (column: Uint8Array) => void) => () => void;
}

interface MeterOptions {
  /** @default null */
  readonly blades?: number | null;
  /** Hears of each reading. */
  readonly onReading?: (reading: MeterReading) => void;
}

/** Measures a sound for as long as it is shown. */
export function useMeter(source: SoundSource, options: MeterOptions = {}): Meter {
  const [reading, setReading] = useState<MeterReading | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [blades, setBlades] = useState(options.blades ?? null);
  const link = useRef<MeterLink>(null);
  const [columns] = useState(() => createEmitter<[column: Uint8Array]>());
  const tellBlades = useEffectEvent((opened: MeterLink) => opened.setBlades(blades));
  const take = useEffectEvent((fresh: MeterReading) => {
    setReading(fresh);
    options.onReading?.(fresh);
  });
  useEffect(() => {
    const opened = openMeter(source, {
      onReading: take,
      onColumn: columns.emit,
      onFailure: () => setHasFailed(true),
    });
    link.current = opened;
    tellBlades(opened);
    return () => opened.close();
  }, [source, columns]);
  return {
    reading,
    hasFailed,
    blades,
    setBlades: (counted) => {
      setBlades(counted);
      link.current?.setBlades(counted);
    },
    calibrate: (calibration) => link.current?.calibrate(calibration),
    followColumns: columns.subscribe,
  };
}
