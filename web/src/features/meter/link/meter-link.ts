/** A meter that listens to a stream of sound, for as long as the page wants it. */
import { tapSound, type SoundTap } from '../../../lib/sound/sound-tap.ts';
import type { MeterReading } from '../signal/fan-meter.ts';
import type { Calibration } from '../signal/loudness/loudness.ts';
import type { FromMeter, ToMeter } from './meter.messages.ts';
import type { SoundSource } from './sound-source.ts';

export interface MeterListener {
  readonly onReading: (reading: MeterReading) => void;
  /** A column of the spectrogram. */
  readonly onColumn: (column: Uint8Array) => void;
  /** The sound could not be tapped. */
  readonly onFailure: () => void;
}

export interface MeterLink {
  /** As somebody has counted them; null where nobody has. */
  readonly setBlades: (blades: number | null) => void;
  readonly calibrate: (calibration: Calibration | null) => void;
  readonly close: () => void;
}

export function openMeter(source: SoundSource, listener: MeterListener): MeterLink {
  const worker = new Worker(new URL('./meter.worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: ToMeter, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let tap: SoundTap | null = null;
  let turn = 0;

  const listen = async (media: MediaStream) => {
    turn += 1;
    const mine = turn;
    tap?.close();
    tap = null;
    try {
      const fresh = await tapSound(media);
      if (mine !== turn) return fresh.close();
      tap = fresh;
      tell({ kind: 'listen', port: fresh.port, rateHz: fresh.sampleRate }, [fresh.port]);
    } catch {
      if (mine === turn) listener.onFailure();
    }
  };
  worker.addEventListener('error', () => listener.onFailure());
  worker.addEventListener('message', ({ data }: MessageEvent<FromMeter>) => {
    if (data.kind === 'column') listener.onColumn(data.column);
    else listener.onReading(data.reading);
  });
  const leave = source.follow({ onSound: (media) => void listen(media), onFailure: listener.onFailure });
  return {
    setBlades: (blades) => tell({ kind: 'blades', blades }),
    calibrate: (calibration) => tell({ kind: 'calibrate', calibration }),
    close: () => {
      turn += 1;
      leave();
      tap?.close();
      worker.terminate();
    },
  };
}
