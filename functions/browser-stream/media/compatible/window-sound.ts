import { SAMPLES_PER_MS, silentPacket } from './opus.ts';
import { POST_ROLL_MS } from './planner.ts';
import type { AudioBlock } from './webm/reader.ts';

/** Samples in an AAC frame (ISO 14496-3 §4.5.1). */
export const AAC_FRAME_SAMPLES = 1024;

/** Sound can begin at multiples of this: whole packets of 2.5 ms and whole AAC frames. */
const ALIGNED_SAMPLES = 15 * AAC_FRAME_SAMPLES;
/** Decoder and encoder need this much sound to settle. */
const PRE_ROLL_MS = 180;
/** The packet size of Chromium's recorder, used if no packet arrived. */
const USUAL_PACKET_SAMPLES = 2880;
/** 2.5 ms; all Opus packets are multiples of it. */
const SHORTEST_PACKET_SAMPLES = 120;

interface SoundPacket {
  /** After the anchor. */
  readonly startSample: number;
  readonly samples: number;
  readonly data: Uint8Array;
}

export interface Sound {
  readonly anchorMs: number;
  readonly startMs: number;
  readonly channels: number;
  readonly packets: readonly SoundPacket[];
}

/** From 180 ms before the window to 140 ms after it, on the grid of AAC frames. Silence replaces lost sound. */
export function soundOf(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  { anchorMs, channels }: { readonly anchorMs: number; readonly channels: number },
  blocks: readonly AudioBlock[],
): Sound {
  const step = blocks[0]?.samples ?? USUAL_PACKET_SAMPLES;
  const wanted = (startMs - PRE_ROLL_MS - anchorMs) * SAMPLES_PER_MS - step;
  const first = Math.floor(wanted / ALIGNED_SAMPLES) * ALIGNED_SAMPLES;
  const end = (endMs + POST_ROLL_MS - anchorMs) * SAMPLES_PER_MS;
  const packets: SoundPacket[] = [];
  let at = first;
  const fillUntil = (sample: number): void => {
    while (sample - at >= SHORTEST_PACKET_SAMPLES) {
      const samples = Math.min(step, sample - at - ((sample - at) % SHORTEST_PACKET_SAMPLES));
      packets.push({ startSample: at, samples, data: silentPacket(samples, channels) });
      at += samples;
    }
  };
  for (const { startSample, samples, data } of blocks) {
    if (startSample < at || startSample >= end) continue;
    fillUntil(startSample);
    packets.push({ startSample, samples, data });
    at = startSample + samples;
  }
  fillUntil(Math.ceil(end / step) * step);
  return { anchorMs, startMs: anchorMs + first / SAMPLES_PER_MS, channels, packets };
}
