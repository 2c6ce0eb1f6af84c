/** Connects the page to a meter's worker, which measures a stream of sound. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createEmitter } from '#web/lib/async/emitter.ts';
import { type SoundTap, tapSound } from '#web/lib/sound/sound-tap.ts';
import type { MeterReading } from '../signal/fan-meter.ts';
import type { Calibration } from '../signal/loudness/loudness.ts';
import type { SoundSource } from './sound-source.ts';

export type ToMeter =
  /** The port receives blocks of interleaved samples. A new port restarts the measurement. */
  | { readonly kind: 'listen'; readonly port: MessagePort; readonly rateHz: number }
  | { readonly kind: 'blades'; readonly blades: number | null }
  | { readonly kind: 'calibrate'; readonly calibration: Calibration | null };

export type FromMeter =
  | { readonly kind: 'reading'; readonly reading: MeterReading }
  | { readonly kind: 'column'; readonly column: Uint8Array<ArrayBuffer> };

interface MeterListener {
  readonly onReading: (reading: MeterReading) => void;
  readonly onColumn: (column: Uint8Array) => void;
  /** The sound could not be tapped. */
  readonly onFailure: () => void;
}

type MeterLink = ReturnType<typeof openMeter>;

function openMeter(source: SoundSource, listener: MeterListener) {
  const worker = new Worker(new URL('./meter.worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToMeter, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let tap: SoundTap | null = null;
  let generation = 0;

  const listen = async (media: MediaStream) => {
    generation += 1;
    const current = generation;
    tap?.close();
    tap = null;
    try {
      const fresh = await tapSound(media);
      if (current !== generation) return fresh.close();
      tap = fresh;
      post({ kind: 'listen', port: fresh.port, rateHz: fresh.sampleRate }, [fresh.port]);
    } catch {
      if (current === generation) listener.onFailure();
    }
  };
  worker.addEventListener('error', () => listener.onFailure());
  worker.addEventListener('message', ({ data }: MessageEvent<FromMeter>) => {
    if (data.kind === 'column') listener.onColumn(data.column);
    else listener.onReading(data.reading);
  });
  const unfollow = source.follow({ onSound: (media) => void listen(media), onFailure: listener.onFailure });
  return {
    setBlades: (blades: number | null) => post({ kind: 'blades', blades }),
    calibrate: (calibration: Calibration | null) => post({ kind: 'calibrate', calibration }),
    close: () => {
      generation += 1;
      unfollow();
      tap?.close();
      worker.terminate();
    },
  };
}

export type Meter = ReturnType<typeof useMeter>;

interface MeterOptions {
  /** @default null */
  readonly blades?: number | null;
  readonly onReading?: (reading: MeterReading) => void;
}

export function useMeter(source: SoundSource, options: MeterOptions = {}) {
  const [reading, setReading] = useState<MeterReading | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [blades, setBlades] = useState(options.blades ?? null);
  const link = useRef<MeterLink>(null);
  const [columns] = useState(() => createEmitter<[column: Uint8Array]>());
  const sendBlades = useEffectEvent((opened: MeterLink) => opened.setBlades(blades));
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
    sendBlades(opened);
    return () => opened.close();
  }, [source, columns]);
  return {
    reading,
    hasFailed,
    /** As counted by a person; null if unknown. */
    blades,
    setBlades: (counted: number | null) => {
      setBlades(counted);
      link.current?.setBlades(counted);
    },
    calibrate: (calibration: Calibration | null) => link.current?.calibrate(calibration),
    followColumns: columns.subscribe,
  };
}
