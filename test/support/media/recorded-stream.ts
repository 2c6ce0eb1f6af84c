import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chunk } from '#functions/browser-stream/media/compatible/webm/chunk-buffer.ts';
import { elementsOf, framesIn, ivfOf, type Element } from './webm-elements.ts';

/** The fixtures, written by Chromium's MediaRecorder (see `test/support/media/recordings/record.ts`). */
export type RecordingName = 'keyframes-1s' | 'keyframes-default' | 'camera';
export const RECORDING_NAMES: readonly RecordingName[] = ['keyframes-1s', 'keyframes-default', 'camera'];

const file = (name: string): Buffer => readFileSync(new URL(`./recordings/${name}`, import.meta.url));

export interface Recording {
  readonly bytes: Uint8Array;
  /** As delivered by the recorder. */
  readonly chunks: readonly Chunk[];
  /** Its contents, parsed independently of the code under test. */
  readonly elements: readonly Element[];
}

export function recording(name: RecordingName): Recording {
  const bytes = new Uint8Array(file(`${name}.webm`));
  const { chunkBytes } = JSON.parse(file(`${name}.json`).toString()) as { chunkBytes: number[] };
  return { bytes, chunks: slicesOf(bytes, cutsOf(chunkBytes)), elements: elementsOf(bytes) };
}

function cutsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.slice(0, -1).map((length) => (end += length));
}

/** Splits at these bytes. */
export function slicesOf(bytes: Uint8Array, cuts: readonly number[]): Chunk[] {
  const bounds = [0, ...cuts, bytes.length];
  return bounds.slice(1).map((end, seq) => ({ seq, bytes: bytes.subarray(bounds[seq], end) }));
}

/** Returns the recording with changed timestamps: `move` returns each frame's, which must not decrease. */
export function retimed(source: Recording, move: (frame: Element, index: number) => number): Recording {
  const bytes = source.bytes.slice();
  const view = new DataView(bytes.buffer);
  for (const [index, frame] of framesIn(source.elements).entries()) {
    // Before the frame: its track, its time relative to its Cluster's, and its flags (RFC 9559 §10.2).
    const at = frame.endsAt - frame.data.length - 3;
    view.setInt16(at, view.getInt16(at) + move(frame, index) - frame.timestampMs);
  }
  const cuts = cutsOf(source.chunks.map((chunk) => chunk.bytes.length));
  return { bytes, chunks: slicesOf(bytes, cuts), elements: elementsOf(bytes) };
}

/**
 * Returns the frames that can be displayed if only these chunks arrived: those that are complete in a run of chunks,
 * after the run's first Cluster (without which they have no time) and its first keyframe.
 */
export function framesToShow(
  { elements }: Recording,
  chunks: readonly Chunk[],
  received: ReadonlySet<number>,
): Element[] {
  const visible: Element[] = [];
  for (const run of runsOf(chunks, received)) {
    const inside = elements.filter(({ at, endsAt }) => at >= run.from && endsAt <= run.to);
    const cluster = inside.findIndex(({ kind }) => kind === 'cluster');
    const frames = cluster < 0 ? [] : framesIn(inside.slice(cluster));
    const keyframe = frames.findIndex(({ isKeyframe }) => isKeyframe);
    if (keyframe >= 0) visible.push(...frames.slice(keyframe));
  }
  return visible;
}

/** Returns the frames of a recording that can be displayed without the chunks in `lost`. */
function framesOfChunks(parts: readonly Uint8Array[], lost: ReadonlySet<number>): Element[] {
  const bytes = new Uint8Array(Buffer.concat(parts));
  const chunks = slicesOf(bytes, cutsOf(parts.map(({ length }) => length)));
  const elements = elementsOf(bytes);
  const received = new Set(chunks.map(({ seq }) => seq).filter((seq) => !lost.has(seq)));
  return framesToShow({ bytes, chunks, elements }, chunks, received);
}

/** Writes only the frames of a recording that can be displayed without the chunks in `lost` to a file. */
export async function visibleFile(
  directory: string,
  chunks: readonly Uint8Array[],
  lost: ReadonlySet<number>,
): Promise<string> {
  const path = join(directory, 'shown.ivf');
  await writeFile(path, ivfOf(framesOfChunks(chunks, lost)));
  return path;
}

function runsOf(
  chunks: readonly Chunk[],
  received: ReadonlySet<number>,
): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let at = 0;
  for (const { seq, bytes } of chunks) {
    const last = runs.at(-1);
    if (received.has(seq) && last?.to === at && received.has(seq - 1)) last.to += bytes.length;
    else if (received.has(seq)) runs.push({ from: at, to: at + bytes.length });
    at += bytes.length;
  }
  return runs;
}
