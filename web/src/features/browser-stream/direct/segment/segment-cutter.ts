/**
 * Collects what the encoders make and cuts it into segments: each begins with a keyframe of `main` and ends where the
 * next begins. Pure.
 */
import { MIN_SEGMENT_MS } from '../../../../../../shared/limits.ts';
import { AAC_FRAME_SAMPLES } from '../clock/sound-clock.ts';
import {
  type PicturePacket,
  type PictureRendition,
  type Segment,
  type SoundPacket,
  TICKS_PER_MS,
  TICKS_PER_S,
} from './packets.ts';

/** Says which pictures begin a segment. Pure; times in ms on the recording's clock. */

/** A little more than the shortest that the server takes. */
const SHORTEST_MS = MIN_SEGMENT_MS + 50;

export class SegmentSchedule {
  readonly #segmentMs: number;
  #startMs = -Infinity;
  #dueMs = 0;

  constructor(segmentMs: number) {
    this.#segmentMs = segmentMs;
  }

  /** Whether a picture at `ms` begins a segment: as it is due, or as it `must` because pictures are other ones from here. */
  begins(ms: number, must: boolean): boolean {
    const isDue = ms >= this.#dueMs || (must && this.canBegin(ms));
    if (!isDue) return false;
    this.#startMs = ms;
    // Starts stay in step. A segment that begins between two of them lasts from 0.4 to 1.4 of the others: more would round
    // to more than the live playlist's target duration.
    this.#dueMs = (Math.floor(ms / this.#segmentMs + 0.4) + 1) * this.#segmentMs;
    return true;
  }

  /** Whether the segment before would be long enough. */
  canBegin(ms: number): boolean {
    return ms - this.#startMs >= SHORTEST_MS;
  }
}

/** A picture that stood for longer did not: the clock has jumped. With it the longest segment is within the server's limit. */
const LONGEST_PICTURE_TICKS = 2000 * TICKS_PER_MS;
/** What a picture is taken to last where that is not known. */
const USUAL_PICTURE_TICKS = TICKS_PER_S / 30;
/** `small` begins with `main` but for so much. */
const APART_TICKS = 34 * TICKS_PER_MS;

export class SegmentCutter {
  readonly #sampleRate: number;
  readonly #pictures: Record<PictureRendition, PicturePacket[]> = { main: [], small: [] };
  #sound: SoundPacket[] = [];
  /** Where segments are to begin, in order. */
  #planned: number[] = [];
  /** Where segments of `main` begin. */
  #starts: number[] = [];
  /** All that comes of an encoder from now on begins here or later. */
  readonly #emptied: Record<PictureRendition, number> = { main: 0, small: 0 };
  #hasSmall = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** A segment is to begin with the picture at this place; its keyframe was asked for. */
  plan(startTicks: number): void {
    this.#planned.push(startTicks);
  }

  /** From now on `small` is awaited, or not. */
  setSmall(hasSmall: boolean): void {
    this.#hasSmall = hasSmall;
  }

  addSound(packet: SoundPacket): void {
    this.#sound.push(packet);
  }

  /** Answers false where a keyframe that was asked for did not come, and has to be asked for again. */
  addPicture(rendition: PictureRendition, packet: PicturePacket): boolean {
    this.#pictures[rendition].push(packet);
    if (rendition === 'small') return true;
    const isDue = this.#planned[0] !== undefined && packet.startTicks >= this.#planned[0];
    if (!isDue) return true;
    if (!packet.isKey) return false;
    this.#planned = this.#planned.filter((start) => start > packet.startTicks);
    this.#starts.push(packet.startTicks);
    return true;
  }

  /** An encoder that holds pictures back has told all before this place, where a segment begins. */
  emptied(rendition: PictureRendition, beforeTicks: number): void {
    this.#emptied[rendition] = beforeTicks;
  }

  /** The oldest segment, once all of it is there. */
  next(): Segment | null {
    const [start, following = this.#emptied.main] = this.#starts;
    if (start === undefined || following <= start) return null;
    const isWhole = this.#soundReaches(following) && (!this.#hasSmall || this.#smallReaches(following));
    return isWhole ? this.#cut(start, following) : null;
  }

  /** What is left at the end, unless that is too short to be sent. */
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
    const isAligned = small[0]?.isKey && Math.abs(small[0].startTicks - start) <= APART_TICKS;
    return { endTicks, sound: this.#takeSound(endTicks, following), main, small: isAligned ? small : null };
  }

  /** A picture lasts until the next one; before a jump of the clock and at the end, as long as its sound. */
  #endOf(last: PicturePacket | undefined, following: number): number {
    if (!last || following - last.startTicks <= LONGEST_PICTURE_TICKS) return following;
    const latest = last.startTicks + LONGEST_PICTURE_TICKS;
    const sound = this.#sound.findLast(({ startSamples }) => this.#ticksOf(startSamples) < latest);
    const soundEnd = sound ? Math.floor(this.#ticksOf(sound.startSamples + AAC_FRAME_SAMPLES)) : 0;
    return Math.max(soundEnd, last.startTicks + USUAL_PICTURE_TICKS);
  }

  /** That of a jump is left out. */
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
