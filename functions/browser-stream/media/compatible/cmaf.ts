import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  Output,
  type EncodedPacket,
} from 'mediabunny';
import type { JobOutput } from './job-output.ts';
import { forgetTimes, numberFragments } from '../mp4-boxes.ts';
import { SAMPLES_PER_MS } from './opus.ts';

/** The media's own clocks: 90 kHz counts ms as well as frames of 30 a second without rounding. */
export const VIDEO_TICKS_PER_MS = 90;
const VIDEO_TICKS_PER_SECOND = VIDEO_TICKS_PER_MS * 1000;
const SAMPLES_PER_SECOND = SAMPLES_PER_MS * 1000;
const FRAGMENT_NUMBER_MS = 10;

/** A packet with its place on the broadcast's timeline, in ticks of its track. */
export interface PlacedPacket {
  readonly start: number;
  readonly duration: number;
  readonly packet: EncodedPacket;
}

/** Writes one CMAF segment (a single `moof` and `mdat`, ISO 14496-12 §8.8) and the header that belongs to it. */
export async function writeCmaf(
  startMs: number,
  { video, audio }: { readonly video: readonly PlacedPacket[]; readonly audio: readonly PlacedPacket[] },
  source: JobOutput,
): Promise<{ readonly init: Uint8Array; readonly bytes: Uint8Array }> {
  const [target, initTarget] = [new BufferTarget(), new BufferTarget()];
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget });
  const videoSource = new EncodedVideoPacketSource('avc');
  const audioSource = new EncodedAudioPacketSource('aac');
  // The finest rate that the writer knows; it becomes the track's timescale.
  output.addVideoTrack(videoSource, { frameRate: VIDEO_TICKS_PER_SECOND });
  if (source.audio) output.addAudioTrack(audioSource);
  await output.start();
  for (const each of video) {
    const meta = { decoderConfig: source.video.decoderConfig };
    await videoSource.add(placed(each, VIDEO_TICKS_PER_SECOND), meta);
  }
  if (source.audio) {
    const meta = { decoderConfig: source.audio.decoderConfig };
    for (const each of audio) await audioSource.add(placed(each, SAMPLES_PER_SECOND), meta);
  }
  await output.finalize();
  const [init, bytes] = [bytesOf(initTarget), bytesOf(target)];
  forgetTimes(init);
  numberFragments(bytes, 1 + Math.floor(startMs / FRAGMENT_NUMBER_MS));
  return { init, bytes };
}

const placed = ({ start, duration, packet }: PlacedPacket, ticksPerSecond: number): EncodedPacket =>
  packet.clone({ timestamp: start / ticksPerSecond, duration: duration / ticksPerSecond });

const bytesOf = ({ buffer }: BufferTarget): Uint8Array => new Uint8Array(buffer ?? new ArrayBuffer(0));
