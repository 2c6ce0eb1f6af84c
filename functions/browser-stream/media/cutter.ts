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
import { soundOf, type Sound } from './window-sound.ts';
import type { Window } from './timeline.ts';
import { keyframeSize } from './vp8.ts';
import type { Chunk } from './webm/chunk-buffer.ts';
import { readOn, type Block, type VideoBlock } from './webm/reader.ts';

/** A window as a job takes it, and what the trimmer must know about it. */
export interface CutWindow {
  /** A WebM file of its own. */
  readonly webm: Uint8Array;
  readonly alignment: Alignment;
}

/** How the clock of a window's file relates to the broadcast's. Plain data, to be stored until the job has ended. */
export interface Alignment {
  readonly startMs: number;
  readonly endMs: number;
  /** The broadcast's time at which AAC frame 0 of the whole broadcast begins; missing where there is no sound. */
  readonly audioAnchorMs?: number;
  /** When the camera gave each frame, after `startMs`: jobs make a steady 30 a second of them. */
  readonly frameTimesMs: readonly number[];
  /** True where the last picture stands so long that the job repeats it. */
  readonly isLastRepeated: boolean;
}

/** Time zero is set so that the first frame sits on a place of 30 a second; every third of those is a whole ms. */
const WHOLE_TICKS_MS = 100;
/** Files should begin with a picture size even where the keyframe does not tell it. */
const UNKNOWN_SIZE = { widthPx: 1280, heightPx: 720 };
/** A last picture that stands longer is followed by the next window's first, so that the job repeats it. */
const LONG_FRAME_MS = 100;

/**
 * Cuts one window out of its chunks (`window.from.at.seq` … `window.throughSeq`, in order) into a self-contained WebM
 * file that can be transcoded by itself and joined without a seam: with sound before and after it, that begins where a
 * packet's first sample and an AAC frame's fall together. Pure but for mediabunny's promise. Throws `RangeError` where
 * the chunks are not those, or hold nothing of the window.
 */
export async function cutWindow(window: Window, chunks: readonly Chunk[]): Promise<CutWindow> {
  const { startMs, endMs } = window;
  const { blocks, state } = readOn(window.from, chunks);
  const { frames, closing } = framesOf(window, blocks);
  const channels = state.header?.audio?.channels;
  const anchorMs = state.audio?.anchorMs ?? 0;
  const sound = channels ? soundOf(window, { anchorMs, channels }, soundBlocks(blocks)) : undefined;
  const file: WindowFile = {
    frames: timedFrames(window, frames, closing),
    ...(sound && { sound }),
    zeroMs: zeroOf(startMs, sound?.startMs ?? startMs),
    startMs,
  };
  return {
    webm: await writeWebm(file),
    alignment: {
      startMs,
      endMs,
      ...(sound && { audioAnchorMs: anchorMs }),
      frameTimesMs: timesOf(window, frames),
      isLastRepeated: closing !== undefined,
    },
  };
}

/** The frames from the keyframe that opens the window up to the one that closes it, or to the end of what came. */
function framesOf(
  window: Window,
  blocks: readonly Block[],
): { readonly frames: readonly VideoBlock[]; readonly closing?: VideoBlock } {
  const pictures = blocks.filter((block) => block.kind === 'video');
  const keyframeAt = (timeMs: number): number =>
    pictures.findIndex((block) => block.isKeyframe && block.timestampMs === timeMs);
  const first = keyframeAt(window.startMs);
  if (first < 0) throw new RangeError(`The chunks of window ${window.number} do not hold its first frame`);
  if (window.closedBy !== 'keyframe') return { frames: pictures.slice(first) };
  const last = keyframeAt(window.endMs);
  if (last < 0) throw new RangeError(`The chunks of window ${window.number} do not hold what closes it`);
  const frames = pictures.slice(first, last);
  const isLong = window.endMs - (frames.at(-1)?.timestampMs ?? 0) > LONG_FRAME_MS;
  const closing = pictures[last];
  return { frames, ...(isLong && closing && { closing }) };
}

const soundBlocks = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'audio');

/** The broadcast's time that is the file's zero: no later than the sound, with the first frame on a whole place. */
const zeroOf = (startMs: number, soundStartMs: number): number =>
  startMs - Math.ceil((startMs - soundStartMs) / WHOLE_TICKS_MS) * WHOLE_TICKS_MS;

interface TimedFrame {
  /** After the window's first frame. */
  readonly timeMs: number;
  readonly isKeyframe: boolean;
  readonly data: Uint8Array;
}

function timedFrames(
  window: Window,
  frames: readonly VideoBlock[],
  closing: VideoBlock | undefined,
): TimedFrame[] {
  const endMs = window.endMs - window.startMs;
  const places = placeFrames(timesOf(window, frames), endMs);
  let lastMs = -1;
  const timed = frames.map(({ isKeyframe, data }, index) => {
    // Frames that share a place still follow each other.
    lastMs = Math.max(lastMs + 1, timeOfTick(places[index] ?? 0));
    return { timeMs: lastMs, isKeyframe, data };
  });
  if (!closing) return timed;
  const timeMs = timeOfTick(closingTick(places, endMs));
  return [...timed, { timeMs, isKeyframe: true, data: closing.data }];
}

/**
 * After the window's first frame. Frames of one ms get one each, also where the next window's first frame shares it: what
 * stands at the end is the next window's.
 */
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
  readonly zeroMs: number;
  readonly startMs: number;
}

async function writeWebm({ frames, sound, zeroMs, startMs }: WindowFile): Promise<Uint8Array> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const video = new EncodedVideoPacketSource('vp8');
  const audio = new EncodedAudioPacketSource('opus');
  // Tells how long the last frame lasts, too: a job may leave out one that seems to last no time.
  output.addVideoTrack(video, { frameRate: FRAMES_PER_SECOND });
  if (sound) output.addAudioTrack(audio);
  await output.start();
  const { widthPx, heightPx } = keyframeSize(frames[0]?.data ?? new Uint8Array()) ?? UNKNOWN_SIZE;
  const decoderConfig = { codec: 'vp8', codedWidth: widthPx, codedHeight: heightPx };
  for (const { timeMs, isKeyframe, data } of frames) {
    const type = isKeyframe ? 'key' : 'delta';
    const timeS = (startMs + timeMs - zeroMs) / 1000;
    await video.add(new EncodedPacket(data, type, timeS, 1 / FRAMES_PER_SECOND), { decoderConfig });
  }
  const soundConfig = {
    codec: 'opus',
    numberOfChannels: sound?.channels ?? 1,
    sampleRate: 48_000,
    description: opusHead(sound?.channels ?? 1),
  };
  for (const { startSample, samples, data } of sound?.packets ?? []) {
    const timeS = ((sound?.anchorMs ?? 0) + startSample / SAMPLES_PER_MS - zeroMs) / 1000;
    const packet = new EncodedPacket(data, 'key', timeS, samples / SAMPLES_PER_MS / 1000);
    await audio.add(packet, { decoderConfig: soundConfig });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}
