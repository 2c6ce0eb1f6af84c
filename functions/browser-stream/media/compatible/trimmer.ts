import type { EncodedPacket } from 'mediabunny';
import { writeCmaf, VIDEO_TICKS_PER_MS, type PlacedPacket } from './cmaf.ts';
import type { Alignment } from './cutter.ts';
import { FRAMES_PER_SECOND, timesOfTicks } from './frame-ticks.ts';
import { BrokenOutputError, readJobOutput, type JobOutput } from './job-output.ts';
import { SAMPLES_PER_MS } from './opus.ts';
import { AAC_FRAME_SAMPLES } from './window-sound.ts';

export interface TrimmedWindow {
  /** The CMAF header (`ftyp`, `moov`). Equal for all windows unless the picture's size or codec changes. */
  readonly init: Uint8Array;
  /** Usually one; more if a window exceeds the maximum length of a segment. */
  readonly segments: readonly TrimmedSegment[];
}

export interface TrimmedSegment {
  /** On the broadcast's timeline; also the time in the media themselves. */
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: Uint8Array;
  readonly videoFrames: number;
  readonly audioFrames: number;
}

/** Cuts sound on the grid of AAC frames, because overlaps freeze players. Rejects with `BrokenOutputError`. */
export async function trimWindow(
  ts: Uint8Array,
  alignment: Alignment,
  /** The maximum length of a segment, where the job's keyframes allow it. */
  maxSegmentMs: number,
): Promise<TrimmedWindow> {
  const output = await readJobOutput(ts);
  if (alignment.sound && !output.audio) throw new BrokenOutputError('The job made no sound');
  const zeroS = output.video.packets[0]?.timestamp ?? 0;
  const frames = framesOf(output, alignment, zeroS);
  const sound = soundOf(output, alignment, zeroS);
  const bounds = boundsOf(frames, alignment, maxSegmentMs);
  const parts = bounds.slice(1).map((endMs, index) => ({ startMs: bounds[index] ?? 0, endMs }));
  const written = await Promise.all(
    parts.map(async (part) => {
      const video = videoOf(part, frames);
      const audio = audioOf(part, sound, alignment);
      const files = await writeCmaf(part.startMs, { video, audio }, output);
      return {
        ...files,
        segment: { ...part, bytes: files.bytes, videoFrames: video.length, audioFrames: audio.length },
      };
    }),
  );
  return {
    init: written[0]?.init ?? new Uint8Array(),
    segments: written.map(({ segment }) => segment),
  };
}

interface Frame {
  readonly startMs: number;
  readonly packet: EncodedPacket;
}

/** The window's frames at the camera's times. `zeroS` is the job's time of the file's zero. */
function framesOf(
  { video }: JobOutput,
  { startMs, endMs, frameTimesMs }: Alignment,
  zeroS: number,
): readonly Frame[] {
  const timeOf = timesOfTicks(frameTimesMs, endMs - startMs);
  const frames: Frame[] = [];
  let nextMs = startMs;
  for (const packet of video.packets) {
    const timeMs = timeOf(Math.round((packet.timestamp - zeroS) * FRAMES_PER_SECOND));
    // Later frames refer to earlier ones, so only the last frames can be dropped.
    if (timeMs === undefined || nextMs >= endMs) break;
    const frameMs = Math.max(nextMs, startMs + timeMs);
    frames.push({ startMs: frameMs, packet });
    nextMs = frameMs + 1;
  }
  return frames;
}

interface GridFrame {
  readonly index: number;
  readonly packet: EncodedPacket;
}

/** Times are rounded to 90 kHz, so the common offset of all frames gives their position on the grid. */
function soundOf({ audio }: JobOutput, { sound }: Alignment, zeroS: number): GridFrame[] {
  if (!audio || !sound) return [];
  const exact = audio.packets.map(
    ({ timestamp }) => sound.firstFrame + ((timestamp - zeroS) * 1000 * SAMPLES_PER_MS) / AAC_FRAME_SAMPLES,
  );
  const offsets = exact.map((place, index) => place - index).toSorted((a, b) => a - b);
  const offset = offsets[offsets.length >> 1] ?? 0;
  const frames: GridFrame[] = [];
  for (const [index, packet] of audio.packets.entries()) {
    const place = Math.round(offset) + Math.round((exact[index] ?? 0) - offset);
    if (place > (frames.at(-1)?.index ?? -Infinity)) frames.push({ index: place, packet });
  }
  return frames;
}

/** A window that is too long is split at keyframes. */
function boundsOf(frames: readonly Frame[], { startMs, endMs }: Alignment, maxSegmentMs: number): number[] {
  const bounds = [startMs];
  const keyframesMs = frames.filter(({ packet }) => packet.type === 'key').map((frame) => frame.startMs);
  for (;;) {
    const lastMs = bounds.at(-1) ?? startMs;
    if (endMs - lastMs <= maxSegmentMs) break;
    const later = keyframesMs.filter((timeMs) => timeMs > lastMs);
    const nextMs = later.findLast((timeMs) => timeMs <= lastMs + maxSegmentMs) ?? later[0];
    if (nextMs === undefined) break;
    bounds.push(nextMs);
  }
  return [...bounds, endMs];
}

interface Part {
  readonly startMs: number;
  readonly endMs: number;
}

function videoOf({ startMs, endMs }: Part, frames: readonly Frame[]): PlacedPacket[] {
  const inside = frames.filter((frame) => frame.startMs >= startMs && frame.startMs < endMs);
  return inside.map(({ startMs, packet }, index) => {
    const durationMs = (inside[index + 1]?.startMs ?? endMs) - startMs;
    return { start: startMs * VIDEO_TICKS_PER_MS, duration: durationMs * VIDEO_TICKS_PER_MS, packet };
  });
}

function audioOf(
  { startMs, endMs }: Part,
  sound: readonly GridFrame[],
  alignment: Alignment,
): PlacedPacket[] {
  const anchorMs = alignment.sound?.anchorMs ?? 0;
  const gridAt = (timeMs: number): number =>
    Math.ceil(((timeMs - anchorMs) * SAMPLES_PER_MS) / AAC_FRAME_SAMPLES);
  return sound
    .filter(({ index }) => index >= gridAt(startMs) && index < gridAt(endMs))
    .map(({ index, packet }) => ({
      start: anchorMs * SAMPLES_PER_MS + index * AAC_FRAME_SAMPLES,
      duration: AAC_FRAME_SAMPLES,
      packet,
    }));
}
