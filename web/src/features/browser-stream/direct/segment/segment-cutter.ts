/**
 * Cuts encoded packets into segments, which start with a keyframe of `main` and end where the next starts. All pictures of
 * a segment have the parameters of its first one, which is the segment's header. Pure.
 */
import { MIN_SEGMENT_MS } from '#shared/limits.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import {
  type PicturePacket,
  type PictureRendition,
  type Segment,
  type SoundPacket,
  TICKS_PER_MS,
  TICKS_PER_S,
} from './packets.ts';

/** A little more than the server's minimum. */
const SHORTEST_MS = MIN_SEGMENT_MS + 50;
const SHORTEST_TICKS = SHORTEST_MS * TICKS_PER_MS;

/** Decides which frames start a segment. Pure; times in ms on the recording's clock. */
export class SegmentSchedule {
  readonly #segmentMs: number;
  #startMs = -Infinity;
  #dueMs = 0;

  constructor(segmentMs: number) {
    this.#segmentMs = segmentMs;
  }

  /** Whether a frame at `ms` starts a segment: because one is due, or because it `must`, as the frame size changes. */
  begins(ms: number, must: boolean): boolean {
    const isDue = ms >= this.#dueMs || (must && this.canBegin(ms));
    if (!isDue) return false;
    this.#startMs = ms;
    // Starts stay on a regular grid. An extra segment lasts 0.4 to 1.4 times the others, because a longer one would exceed
    // the live playlist's target duration when rounded.
    this.#dueMs = (Math.floor(ms / this.#segmentMs + 0.4) + 1) * this.#segmentMs;
    return true;
  }

  /** Whether the previous segment would be long enough. */
  canBegin(ms: number): boolean {
    return ms - this.#startMs >= SHORTEST_MS;
  }
}

/** A longer frame means that the clock has jumped. Keeps the longest segment within the server's limit. */
const LONGEST_PICTURE_TICKS = 2000 * TICKS_PER_MS;
/** Assumed duration of a frame, if unknown. */
const USUAL_PICTURE_TICKS = TICKS_PER_S / 30;
/** The largest difference between the starts of `small` and `main`. */
const APART_TICKS = 34 * TICKS_PER_MS;

export class SegmentCutter {
  readonly #sampleRate: number;
  readonly #pictures: Record<PictureRendition, PicturePacket[]> = { main: [], small: [] };
  #sound: SoundPacket[] = [];
  /** Planned starts of segments, in order. */
  #planned: number[] = [];
  /** Actual starts of segments of `main`. */
  #starts: number[] = [];
  /** Of the newest segment of `main`. */
  #newest = { startTicks: -Infinity, parameterSets: '' };
  /** Pictures of `main` are dropped up to a keyframe that may start a segment. */
  #isDropping = false;
  /** All further packets of an encoder start here or later. */
  readonly #emptied: Record<PictureRendition, number> = { main: 0, small: 0 };
  #hasSmall = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Plans a segment that starts with the frame at this time, for which a keyframe was requested. */
  plan(startTicks: number): void {
    this.#planned.push(startTicks);
  }

  setSmall(hasSmall: boolean): void {
    this.#hasSmall = hasSmall;
  }

  addSound(packet: SoundPacket): void {
    this.#sound.push(packet);
  }

  /** Returns false if a keyframe is needed: a requested one is missing, or the encoder has changed its parameters. */
  addPicture(rendition: PictureRendition, packet: PicturePacket): boolean {
    if (rendition === 'main') return this.#addMain(packet);
    this.#pictures.small.push(packet);
    return true;
  }

  #addMain(packet: PicturePacket): boolean {
    const { startTicks, isKey, parameterSets } = packet;
    const isDue = this.#planned[0] !== undefined && startTicks >= this.#planned[0];
    // Browsers make an unrequested keyframe where pictures have other colours, or another encoder takes over.
    const isOther = !hasParameters(packet, this.#newest.parameterSets);
    const mayStart = isKey && startTicks - this.#newest.startTicks >= SHORTEST_TICKS;
    const starts = mayStart && (isDue || isOther || this.#isDropping);
    this.#isDropping = !starts && (isOther || this.#isDropping);
    if (this.#isDropping) return false;
    this.#pictures.main.push(packet);
    if (isDue && isKey) this.#planned = this.#planned.filter((start) => start > startTicks);
    if (!starts) return isKey || !isDue;
    this.#starts.push(startTicks);
    this.#newest = { startTicks, parameterSets };
    return true;
  }

  /** The encoder was flushed: it has emitted all frames before this time, where a segment starts. */
  emptied(rendition: PictureRendition, beforeTicks: number): void {
    this.#emptied[rendition] = beforeTicks;
  }

  /** The oldest segment, if it is complete. */
  next(): Segment | null {
    const [start, following = this.#emptied.main] = this.#starts;
    if (start === undefined || following <= start) return null;
    const isWhole = this.#soundReaches(following) && (!this.#hasSmall || this.#smallReaches(following));
    return isWhole ? this.#cut(start, following) : null;
  }

  /** The rest at the end, unless it is too short to be sent. */
  last(): Segment | null {
    const [start] = this.#starts;
    if (start === undefined) return null;
    const segment = this.#cut(start, Infinity);
    return segment.endTicks - start < MIN_SEGMENT_MS * TICKS_PER_MS ? null : segment;
  }

  #cut(start: number, following: number): Segment {
    this.#starts.shift();
    const [main, small] = [this.#take('main', following), this.#take('small', following)];
    const endTicks = this.#endOf(main.at(-1), following);
    const sound = this.#takeSound(endTicks, following);
    return { endTicks, sound, main, small: isAligned(small, start) ? small : null };
  }

  /** The end of the last frame: the start of the next one; before a jump and at the end, the end of its sound. */
  #endOf(last: PicturePacket | undefined, following: number): number {
    if (!last || following - last.startTicks <= LONGEST_PICTURE_TICKS) return following;
    const latest = last.startTicks + LONGEST_PICTURE_TICKS;
    const sound = this.#sound.findLast(({ startSamples }) => this.#ticksOf(startSamples) < latest);
    const soundEnd = sound ? Math.floor(this.#ticksOf(sound.startSamples + AAC_FRAME_SAMPLES)) : 0;
    return Math.max(soundEnd, last.startTicks + USUAL_PICTURE_TICKS);
  }

  /** Takes the sound of the segment and drops that of a jump. */
  #takeSound(endTicks: number, following: number): SoundPacket[] {
    const startsBefore = (ticks: number) => (packet: SoundPacket) =>
      this.#ticksOf(packet.startSamples) < ticks;
    const sound = this.#sound.filter(startsBefore(endTicks));
    this.#sound = this.#sound.filter((packet) => !startsBefore(following)(packet));
    return sound;
  }

  #take(rendition: PictureRendition, until: number): PicturePacket[] {
    const all = this.#pictures[rendition];
    const taken = all.filter(({ startTicks }) => startTicks < until);
    this.#pictures[rendition] = all.slice(taken.length);
    return taken;
  }

  #soundReaches(ticks: number): boolean {
    const last = this.#sound.at(-1);
    return last !== undefined && this.#ticksOf(last.startSamples + AAC_FRAME_SAMPLES) >= ticks;
  }

  #smallReaches(ticks: number): boolean {
    const reached = this.#pictures.small.at(-1)?.startTicks ?? 0;
    return Math.max(reached, this.#emptied.small) >= ticks - APART_TICKS;
  }

  #ticksOf(samples: number): number {
    return (samples * TICKS_PER_S) / this.#sampleRate;
  }
}

const hasParameters = ({ parameterSets }: PicturePacket, expected: string): boolean =>
  parameterSets === '' || parameterSets === expected;

/** Whether the pictures of `small` are a segment that starts with the one of `main`. */
function isAligned([first, ...others]: readonly PicturePacket[], startTicks: number): boolean {
  if (!first?.isKey || Math.abs(first.startTicks - startTicks) > APART_TICKS) return false;
  return others.every((packet) => hasParameters(packet, first.parameterSets));
}
