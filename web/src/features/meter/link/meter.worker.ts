/** Measures sound in a worker, so that neither the page nor the audio thread is blocked. */
import { SOUND_CHANNELS } from '#web/lib/sound/sound-channels.ts';
import { FanMeter } from '../signal/fan-meter.ts';
import type { Calibration } from '../signal/loudness/loudness.ts';
import { Spectrogram } from '../signal/spectrum/spectrogram.ts';
import type { FromMeter, ToMeter } from './meter-link.ts';

let meter: FanMeter | null = null;
let blades: number | null = null;
let calibration: Calibration | null = null;

// TypeScript types a worker's scope as a window.
const post = (message: FromMeter) => self.postMessage(message);

function listen(port: MessagePort, rateHz: number): void {
  const fresh = new FanMeter(rateHz);
  const spectrogram = new Spectrogram(rateHz);
  meter = fresh;
  setUp();
  port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    if (meter !== fresh) return port.close();
    const samples = mixed(data);
    for (const column of spectrogram.process(samples)) post({ kind: 'column', column });
    const reading = fresh.process(samples);
    if (reading) post({ kind: 'reading', reading });
  });
  port.start();
}

const mixed = (interleaved: Float32Array): Float32Array =>
  Float32Array.from({ length: interleaved.length / SOUND_CHANNELS }, (_, at) => {
    let sum = 0;
    for (let channel = 0; channel < SOUND_CHANNELS; channel += 1) {
      sum += interleaved[at * SOUND_CHANNELS + channel] ?? 0;
    }
    return sum / SOUND_CHANNELS;
  });

function setUp(): void {
  if (!meter) return;
  meter.blades = blades;
  meter.calibration = calibration;
}

self.addEventListener('message', ({ data }: MessageEvent<ToMeter>) => {
  if (data.kind === 'listen') return listen(data.port, data.rateHz);
  if (data.kind === 'blades') ({ blades } = data);
  else ({ calibration } = data);
  setUp();
  if (meter) post({ kind: 'reading', reading: meter.reading() });
});
