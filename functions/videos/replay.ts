import type { RecordedPart } from '#shared/videos/replays.ts';
import type { Captions } from '#shared/videos/videos.ts';

/** The recording of a broadcast. Several features make replays; videos publish them. */
export interface Replay {
  readonly channelId: string;
  /** A broadcast has one replay. */
  readonly streamId: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC. Orders the replay among the channel's videos. */
  readonly startedAt: string;
  readonly durationS: number;
  /** The time of recording: a part for the start, and one after each gap. @default one part from `startedAt` */
  readonly recorded?: readonly RecordedPart[];
  readonly playbackUrl: string;
  readonly thumbnailUrl: string | null;
  readonly storyboardUrl?: string;
  /** WebVTT metadata of a fan meter's loudness. */
  readonly curveUrl?: string;
  /** Of the live stream, in its folder. */
  readonly captions?: readonly Captions[] | undefined;
  /** Key prefixes of its files, each ending in a slash; deleted with the replay. At least one. */
  readonly filesPrefixes: readonly string[];
}

/** A recording whose owner wants no replay. */
export interface DiscardedFiles extends Pick<Replay, 'channelId' | 'streamId'> {
  readonly filesPrefix: string;
}

/** An uninterrupted part of the recording: its start, and its duration in the replay. In ms. */
interface RecordedSpan {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Smaller steps come from segmenting and clocks and are no gaps. */
const STEP_MS = 1000;
/** The limit keeps a video's item small; times after the last part are less exact. */
const MAX_PARTS = 200;

/** One part for the start, and one wherever the time of recording jumps. */
export function recordedParts(spans: readonly RecordedSpan[]): RecordedPart[] {
  const parts: RecordedPart[] = [];
  let positionMs = 0;
  let expectedMs = -Infinity;
  for (const { atMs, lengthMs } of spans) {
    if (Math.abs(atMs - expectedMs) >= STEP_MS && parts.length < MAX_PARTS) {
      parts.push({ at_s: positionMs / 1000, time: new Date(atMs).toISOString() });
      expectedMs = atMs;
    }
    positionMs += lengthMs;
    expectedMs += lengthMs;
  }
  return parts;
}

/** Where in a replay a time of the broadcast is, in seconds. */
export function positionAt(recorded: readonly [RecordedPart, ...RecordedPart[]], atMs: number): number {
  const part = recorded.findLast(({ time }) => Date.parse(time) <= atMs) ?? recorded[0];
  return Math.max(0, part.at_s + Math.max(0, atMs - Date.parse(part.time)) / 1000);
}

/** Start and end of a replay's recording, gaps included. In ms since 1970. */
export function recordedRange(
  recorded: readonly [RecordedPart, ...RecordedPart[]],
  durationS: number,
): { readonly fromMs: number; readonly untilMs: number } {
  const [first] = recorded;
  const last = recorded.at(-1) ?? first;
  const restS = Math.max(0, durationS - last.at_s);
  return { fromMs: Date.parse(first.time), untilMs: Date.parse(last.time) + restS * 1000 };
}
