import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { closingTick, FRAMES_PER_SECOND, placeFrames, timeOfTick } from './frame-ticks.ts';
import { opusHead, SAMPLES_PER_MS } from './opus.ts';
import type { Window } from './timeline.ts';
import type { Chunk } from './webm/chunk-buffer.ts';
import { type Block, continueReading, type VideoBlock } from './webm/reader.ts';
import { AAC_FRAME_SAMPLES, type Sound, soundOf } from './window-sound.ts';

export interface CutWindow {
  readonly webm: Uint8Array;
  readonly alignment: Alignment;
}

/** How the clock of a window's file relates to the broadcast's. Plain data, stored until the job has ended. */
export interface Alignment {
  readonly startMs: number;
  readonly endMs: number;
  readonly sound?: AlignedSound;
  /** The time of each frame after `startMs`, as the camera gave it; jobs change them to a steady 30 per second. */
  readonly frameTimesMs: readonly number[];
}

/** AAC frames of the whole broadcast lie on one grid. */
interface AlignedSound {
  /** The broadcast's time at which the grid's frame 0 begins. */
  readonly anchorMs: number;
  readonly firstFrame: number;
}

/** The picture size to write if the keyframe does not contain it. */
const UNKNOWN_SIZE = { widthPx: 1280, heightPx: 720 };

/**
 * Cuts one window out of its chunks (`window.from.at.seq` to `window.throughSeq`, in order) into a WebM file that can
 * be transcoded separately and joined seamlessly. It contains sound from before and after the window. MediaConvert may
 * drop sound without a picture (warning 240001), so both begin at the file's zero and last equally long; the trimmer
 * corrects that. Throws `RangeError` if the chunks do not contain the window.
 */
export async function cutWindow(window: Window, chunks: readonly Chunk[]): Promise<CutWindow> {
  const { startMs, endMs } = window;
  const { blocks, state } = continueReading(window.from, chunks);
  const frames = framesOf(window, blocks);
  const channels = state.header?.audio?.channels;
  const anchorMs = state.audio?.anchorMs ?? 0;
  const sound = channels ? soundOf(window, { anchorMs, channels }, soundBlocks(blocks)) : undefined;
  return {
    webm: await writeWebm({ frames: timedFrames(window, frames, sound), ...(sound && { sound }) }),
    alignment: {
      startMs,
      endMs,
      ...(sound && { sound: { anchorMs, firstFrame: firstSampleOf(sound) / AAC_FRAME_SAMPLES } }),
      frameTimesMs: timesOf(window, frames),
    },
  };
}

/** The frames from the window's first keyframe to the one that closes it, or to the last that arrived. */
function framesOf(window: Window, blocks: readonly Block[]): readonly VideoBlock[] {
  const pictures = blocks.filter((block) => block.kind === 'video');
  const keyframeAt = (timeMs: number): number =>
    pictures.findIndex((block) => block.isKeyframe && block.timestampMs === timeMs);
  const first = keyframeAt(window.startMs);
  if (first < 0) throw new RangeError(`The chunks of window ${window.number} do not hold its first frame`);
  if (window.closedBy !== 'keyframe') return pictures.slice(first);
  const last = keyframeAt(window.endMs);
  if (last < 0) throw new RangeError(`The chunks of window ${window.number} do not hold what closes it`);
  return pictures.slice(first, last);
}

const soundBlocks = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'audio');

const firstSampleOf = ({ packets }: Sound): number => packets[0]?.startSample ?? 0;

function lengthOf(sound: Sound): number {
  const last = sound.packets.at(-1);
  return last ? (last.startSample + last.samples - firstSampleOf(sound)) / SAMPLES_PER_MS : 0;
}

interface TimedFrame {
  readonly timeMs: number;
  readonly isKeyframe: boolean;
  readonly data: Uint8Array;
}

/** Repeats the first frame after all sound; the job repeats the last frame up to it. */
function timedFrames(window: Window, frames: readonly VideoBlock[], sound: Sound | undefined): TimedFrame[] {
  const endMs = window.endMs - window.startMs;
  const places = placeFrames(timesOf(window, frames), endMs);
  let lastMs = -1;
  const timed = frames.map(({ isKeyframe, data }, index) => {
    // Frames at the same position keep different times.
    lastMs = Math.max(lastMs + 1, timeOfTick(places[index] ?? 0));
    return { timeMs: lastMs, isKeyframe, data };
  });
  const closingMs = Math.max(lastMs + 1, timeOfTick(closingTick(places, endMs)));
  const timeMs = Math.max(closingMs, sound ? Math.ceil(lengthOf(sound)) : 0);
  return [...timed, { timeMs, isKeyframe: true, data: frames[0]?.data ?? new Uint8Array() }];
}

/** Times after the window's first frame. Each frame gets its own ms, before the next window's first frame. */
function timesOf({ startMs, endMs }: Window, frames: readonly VideoBlock[]): number[] {
  let lastMs = -1;
  const rising = frames.map(({ timestampMs }) => (lastMs = Math.max(lastMs + 1, timestampMs - startMs)));
  let endsMs = endMs - startMs;
  return rising
    .toReversed()
    .map((timeMs) => (endsMs = Math.min(timeMs, endsMs - 1)))
    .toReversed();
}

interface WindowFile {
  readonly frames: readonly TimedFrame[];
  readonly sound?: Sound;
}

async function writeWebm({ frames, sound }: WindowFile): Promise<Uint8Array> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const video = new EncodedVideoPacketSource('vp8');
  const audio = new EncodedAudioPacketSource('opus');
  // Without a rate, which would be written as every frame's length: they are uneven.
  output.addVideoTrack(video);
  if (sound) output.addAudioTrack(audio);
  await output.start();
  const { widthPx, heightPx } = keyframeSize(frames[0]?.data ?? new Uint8Array()) ?? UNKNOWN_SIZE;
  const decoderConfig = { codec: 'vp8', codedWidth: widthPx, codedHeight: heightPx };
  for (const { timeMs, isKeyframe, data } of frames) {
    const type = isKeyframe ? 'key' : 'delta';
    await video.add(new EncodedPacket(data, type, timeMs / 1000, 1 / FRAMES_PER_SECOND), { decoderConfig });
  }
  if (sound) await addSound(audio, sound);
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

async function addSound(audio: EncodedAudioPacketSource, sound: Sound): Promise<void> {
  const { channels, packets } = sound;
  const description = opusHead(channels);
  const decoderConfig = { codec: 'opus', numberOfChannels: channels, sampleRate: 48_000, description };
  const samplesPerS = SAMPLES_PER_MS * 1000;
  for (const { startSample, samples, data } of packets) {
    const timeS = (startSample - firstSampleOf(sound)) / samplesPerS;
    await audio.add(new EncodedPacket(data, 'key', timeS, samples / samplesPerS), { decoderConfig });
  }
}

/** Width and height in px from a VP8 keyframe (RFC 6386 §9.1): turning a phone changes them. */
function keyframeSize(frame: Uint8Array) {
  const isKeyframe = ((frame[0] ?? 1) & 1) === 0;
  const hasStartCode = frame[3] === 0x9d && frame[4] === 0x01 && frame[5] === 0x2a;
  if (!isKeyframe || !hasStartCode || frame.length < 10) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset);
  // The upper two bits ask the player to scale.
  return { widthPx: view.getUint16(6, true) & 0x3fff, heightPx: view.getUint16(8, true) & 0x3fff };
}
