/** Two soft tones, generated to avoid a download. */

const TONES_HZ = [659.3, 880];
const TONE_S = 0.14;
const LOUDNESS = 0.08;

let context: AudioContext | undefined;

/** Browsers stay silent before the first press. */
export function playCallSound(): void {
  context ??= new AudioContext();
  const { currentTime } = context;
  for (const [index, frequency] of TONES_HZ.entries()) {
    tone(context, frequency, currentTime + index * TONE_S);
  }
}

function tone(audio: AudioContext, frequency: number, atS: number): void {
  const oscillator = new OscillatorNode(audio, { frequency, type: 'sine' });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, atS);
  volume.gain.linearRampToValueAtTime(LOUDNESS, atS + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, atS + 2 * TONE_S);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(atS);
  oscillator.stop(atS + 2 * TONE_S);
}
