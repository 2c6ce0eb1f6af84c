import type { RecordedPart } from '../../shared/videos/replays.ts';

/** The recording of a broadcast, as a video of its channel takes it. Several features make some, one publishes them. */
export interface Replay {
  readonly channelId: string;
  /** Of the broadcast: it has one replay. */
  readonly streamId: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC; its place among the channel's videos. */
  readonly startedAt: string;
  readonly durationS: number;
  /** When it was recorded: a part for its beginning, and one wherever it broke off. @default from `startedAt` on */
  readonly recorded?: readonly RecordedPart[];
  /** Addresses on the site. */
  readonly playbackUrl: string;
  readonly thumbnailUrl: string | null;
  readonly storyboardUrl?: string;
  /** WebVTT metadata: what a fan meter has heard. */
  readonly curveUrl?: string;
  /** The beginnings of its files' keys, each up to a slash: they go when it is deleted. At least one. */
  readonly filesPrefixes: readonly string[];
}

/** What was recorded of a broadcast that its owner wants no replay of. */
export interface DiscardedFiles extends Pick<Replay, 'channelId' | 'streamId'> {
  readonly filesPrefix: string;
}

/** Where in a replay what was recorded when stands. Pure. */

/** A stretch of the recording, in order: when it was, and how long it lasts in the replay. In ms. */
interface Stretch {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** A smaller step is no gap, but how segments are cut and clocks run. */
const STEP_MS = 1000;
/** A video's item has room for so many; a broadcast that breaks off oftener is told of less exactly after them. */
const MAX_PARTS = 200;

/** A part for the beginning, and one wherever the recording goes on at another time than the replay does. */
export function recordedParts(stretches: readonly Stretch[]): RecordedPart[] {
  const parts: RecordedPart[] = [];
  let placeMs = 0;
  let expectedMs = -Infinity;
  for (const { atMs, lengthMs } of stretches) {
    if (Math.abs(atMs - expectedMs) >= STEP_MS && parts.length < MAX_PARTS) {
      parts.push({ at_s: placeMs / 1000, time: new Date(atMs).toISOString() });
      expectedMs = atMs;
    }
    placeMs += lengthMs;
    expectedMs += lengthMs;
  }
  return parts;
}

/** From when to when a replay was recorded, gaps included. In ms since 1970. */
export function recordedRange(
  recorded: readonly [RecordedPart, ...RecordedPart[]],
  durationS: number,
): { readonly fromMs: number; readonly untilMs: number } {
  const [first] = recorded;
  const last = recorded.at(-1) ?? first;
  const restS = Math.max(0, durationS - last.at_s);
  return { fromMs: Date.parse(first.time), untilMs: Date.parse(last.time) + restS * 1000 };
}
