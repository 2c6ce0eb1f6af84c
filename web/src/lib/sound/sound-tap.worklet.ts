/** An audio worklet that sends interleaved blocks to its port. */
import { SOUND_CHANNELS } from './sound-channels.ts';

/** Groups the render quanta of 128 samples (W3C Web Audio §2.4). */
const BLOCK_SAMPLES = 1024;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class SoundTap extends AudioWorkletProcessor {
  #to: MessagePort | null = null;
  #block = new Float32Array(BLOCK_SAMPLES * SOUND_CHANNELS);
  #at = 0;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => {
      this.#to = data;
    });
    this.port.start();
  }

  process([channels = []]: Float32Array[][]): boolean {
    const samples = channels[0]?.length ?? 0;
    for (let sample = 0; sample < samples; sample += 1) {
      for (let channel = 0; channel < SOUND_CHANNELS; channel += 1) {
        this.#block[this.#at++] = channels[channel]?.[sample] ?? 0;
      }
      if (this.#at === this.#block.length) this.#send();
    }
    return true;
  }

  #send(): void {
    this.#to?.postMessage(this.#block, [this.#block.buffer]);
    this.#block = new Float32Array(BLOCK_SAMPLES * SOUND_CHANNELS);
    this.#at = 0;
  }
}

registerProcessor('sound-tap', SoundTap);
