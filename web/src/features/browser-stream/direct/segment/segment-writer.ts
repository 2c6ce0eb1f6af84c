/** Writes segments for the network: one complete CMAF file per rendition (ISO 23000-19). */
import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
} from 'mediabunny';
import { type ClockShift, NO_SHIFT } from './clock-start.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import { type PicturePacket, type Segment, type SoundPacket, TICKS_PER_S } from './packets.ts';

/** `shift` moves it on the broadcast's clock. */
export async function writeSegment(
  { main, small, sound, endTicks }: Segment,
  shift: ClockShift = NO_SHIFT,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = [writeFile(main, sound, endTicks, shift)];
  if (small) files.push(writeFile(small, null, endTicks, shift));
  return new Uint8Array(await new Blob((await Promise.all(files)).flat()).arrayBuffer());
}

async function writeFile(
  pictures: readonly PicturePacket[],
  sound: readonly SoundPacket[] | null,
  endTicks: number,
  shift: ClockShift,
): Promise<ArrayBuffer[]> {
  const [target, initTarget] = [new BufferTarget(), new BufferTarget()];
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget });
  const [pictureSource, soundSource] = [
    new EncodedVideoPacketSource('avc'),
    new EncodedAudioPacketSource('aac'),
  ];
  // The rate becomes the track's timescale.
  output.addVideoTrack(pictureSource, { frameRate: TICKS_PER_S });
  if (sound) output.addAudioTrack(soundSource);
  await output.start();
  for (const [index, { startTicks, isKey, data, config }] of pictures.entries()) {
    const end = pictures[index + 1]?.startTicks ?? endTicks;
    const [at, length] = [(startTicks + shift.ticks) / TICKS_PER_S, (end - startTicks) / TICKS_PER_S];
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', at, length);
    await pictureSource.add(packet, { decoderConfig: config });
  }
  for (const { startSamples, data, config } of sound ?? []) {
    const { sampleRate } = config;
    const at = (startSamples + shift.samples) / sampleRate;
    const packet = new EncodedPacket(data, 'key', at, AAC_FRAME_SAMPLES / sampleRate);
    await soundSource.add(packet, { decoderConfig: config });
  }
  await output.finalize();
  return [initTarget, target].map(({ buffer }) => buffer ?? new ArrayBuffer(0));
}
