/**
 * Makes segments of pictures and sound as they arrive. Runs in a worker, because a busy page or a hidden tab would
 * delay it. The recording's clock is the sound's, and it begins with a picture at time zero. All `atMs` are on one
 * clock.
 */
import { MIN_SEGMENT_MS } from '#shared/limits.ts';
import { pausedFrame, upright } from '#web/lib/pictures/still.ts';
import { type ClockStart, clockShift, NO_SHIFT } from '../segment/clock-start.ts';
import { PictureClock, PicturePace } from '../clock/picture-clock.ts';
import { createSoundEncoder } from '../encode/sound-encoder.ts';
import type { Size } from '../encode/codec.ts';
import { QualityControl, type Quality, withoutRedundantRendition } from '../quality/quality.ts';
import { TICKS_PER_MS } from '../segment/packets.ts';
import { SegmentCutter, SegmentSchedule } from '../segment/segment-cutter.ts';
import { writeSegment } from '../segment/segment-writer.ts';
import { PictureTracks } from './picture-tracks.ts';
import { SoundTrack } from './sound-track.ts';

export interface RecordingOptions {
  readonly sampleRate: number;
  readonly segmentMs: number;
  readonly codec: string;
  readonly mayHaveSmall: boolean;
  /** Where it continues a broadcast. @default the clock begins at zero */
  readonly clock?: ClockStart | undefined;
}

interface RecordingListener {
  /** The broadcast's clock was at zero at this time of the device, in ms since 1970. */
  readonly onBegin: (clockZeroMs: number) => void;
  readonly onSegment: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onQuality: (quality: Quality, camera: Size) => void;
  readonly onFailure: (error: unknown) => void;
}

/** How long the clocks are observed before the recording starts. */
const SETTLED_MS = 300;
/** The last frame is repeated after this time, because players need frames. */
const STILL_AFTER_MS = 700;
/** After this time without a new frame the repeated one shows that the camera is paused. */
const PAUSED_AFTER_MS = 3000;
const ADJUST_EVERY_MS = 1000;

export class Recording {
  readonly #listener: RecordingListener;
  readonly #sound: SoundTrack;
  readonly #pictureClock: PictureClock;
  readonly #pace = new PicturePace();
  readonly #schedule: SegmentSchedule;
  readonly #cutter: SegmentCutter;
  readonly #tracks: PictureTracks;
  readonly #control: QualityControl;
  readonly #options: RecordingOptions;
  #shift = NO_SHIFT;
  #quality: Quality;
  #camera: Size = { widthPx: 0, heightPx: 0 };
  #hasBegun = false;
  #last: VideoFrame | null = null;
  #lastAtMs = 0;
  #pictureAtMs = 0;
  #isPaused = false;
  /** On the recording's clock. */
  #lastUs = -1;
  #segmentUs = 0;
  #backlogMs = 0;
  #dropped = 0;
  #adjustedAtMs = 0;
  #written = Promise.resolve();

  static async create(options: RecordingOptions, listener: RecordingListener): Promise<Recording> {
    const cutter = new SegmentCutter(options.sampleRate);
    const encoder = await createSoundEncoder(options.sampleRate, {
      onPacket: (packet) => cutter.addSound(packet),
      onFailure: listener.onFailure,
    });
    return new Recording(options, listener, cutter, new SoundTrack(options.sampleRate, encoder));
  }

  private constructor(
    options: RecordingOptions,
    listener: RecordingListener,
    cutter: SegmentCutter,
    sound: SoundTrack,
  ) {
    this.#listener = listener;
    this.#options = options;
    this.#cutter = cutter;
    this.#sound = sound;
    this.#pictureClock = new PictureClock(sound.clock);
    this.#schedule = new SegmentSchedule(options.segmentMs);
    this.#tracks = new PictureTracks(options.codec, cutter, listener.onFailure);
    this.#control = new QualityControl(options.mayHaveSmall);
    this.#quality = this.#control.now();
  }

  takeSound(samples: Float32Array, atMs: number): void {
    this.#sound.take(samples, atMs);
    // This may complete a segment, which is sent at once instead of at the next tick.
    this.#write();
  }

  /** Takes over the frame and closes it. */
  takePicture(taken: VideoFrame, atMs: number): void {
    const frame = upright(taken);
    [this.#pictureAtMs, this.#isPaused] = [atMs, false];
    const ms = this.#pictureClock.timeOf(frame.timestamp / 1000, atMs);
    this.#last?.close();
    [this.#last, this.#lastAtMs] = [frame, atMs];
    if (ms !== null && this.#begin(ms, atMs)) this.#record(frame, this.#sound.sinceBegin(ms));
  }

  setBacklogMs(ms: number): void {
    this.#backlogMs = ms;
  }

  /** Must be called many times a second. */
  tick(atMs: number): void {
    this.#sound.idle(atMs);
    if (this.#last && this.#hasBegun && atMs - this.#lastAtMs > STILL_AFTER_MS)
      this.#repeat(this.#last, atMs);
    if (atMs - this.#adjustedAtMs >= ADJUST_EVERY_MS) this.#adjustQuality(atMs);
    this.#write();
  }

  /** Resolves after the last segment was passed on. */
  async stop(): Promise<void> {
    if (this.#hasBegun) {
      await this.#tracks.flush();
      // Extends a short last segment with silence to the minimum that the server accepts.
      await this.#sound.finish(Math.max(this.#lastUs / 1000, this.#segmentUs / 1000 + MIN_SEGMENT_MS));
      this.#write();
      const last = this.#cutter.last();
      if (last) this.#emit(last);
    }
    await this.#written;
    this.close();
  }

  close(): void {
    this.#tracks.close();
    this.#last?.close();
    this.#last = null;
  }

  #begin(ms: number, atMs: number): boolean {
    if (this.#hasBegun) return true;
    const age = Math.min(this.#sound.clock.ageMs(atMs), this.#pictureClock.ageMs(atMs));
    this.#hasBegun = age >= SETTLED_MS && this.#sound.begin(ms);
    if (!this.#hasBegun) return false;
    const { clock, sampleRate } = this.#options;
    const nowMs = Date.now();
    if (clock) this.#shift = clockShift(clock, nowMs, sampleRate);
    this.#listener.onBegin(nowMs - (this.#shift.samples * 1000) / sampleRate);
    return true;
  }

  #repeat(frame: VideoFrame, atMs: number): void {
    const ms = this.#sound.clock.msAt(atMs);
    this.#lastAtMs = atMs;
    const repeated = this.#pausedAt(frame, atMs);
    if (ms !== null) this.#record(repeated, this.#sound.sinceBegin(ms));
  }

  #pausedAt(frame: VideoFrame, atMs: number): VideoFrame {
    if (this.#isPaused || atMs - this.#pictureAtMs <= PAUSED_AFTER_MS) return frame;
    this.#last = pausedFrame(frame);
    this.#isPaused = true;
    frame.close();
    return this.#last;
  }

  #record(frame: VideoFrame, ms: number): void {
    const timestamp = Math.round(ms * 1000);
    if (timestamp <= this.#lastUs || !this.#pace.wants(ms, this.#quality.framesPerSecond)) return;
    if (this.#tracks.isFull()) return void (this.#dropped += 1);
    const camera = { widthPx: frame.displayWidth, heightPx: frame.displayHeight };
    const isOther = camera.widthPx !== this.#camera.widthPx || camera.heightPx !== this.#camera.heightPx;
    const begins = this.#schedule.begins(ms, isOther);
    // Drops frames of another size until the segment may end.
    if (isOther && !begins) return;
    this.#lastUs = timestamp;
    if (begins) this.#beginSegment(timestamp, camera);
    const placed = new VideoFrame(frame, { timestamp });
    this.#tracks.encode(placed, begins);
    placed.close();
  }

  #beginSegment(timestamp: number, camera: Size): void {
    this.#camera = camera;
    this.#segmentUs = timestamp;
    const quality = withoutRedundantRendition(this.#quality, camera);
    const isOther = this.#tracks.use(quality, camera);
    this.#cutter.setSmall(quality.hasSmall);
    this.#cutter.plan(Math.round((timestamp * TICKS_PER_MS) / 1000));
    if (isOther) this.#listener.onQuality(quality, camera);
  }

  #adjustQuality(atMs: number): void {
    this.#adjustedAtMs = atMs;
    const strain = { backlogMs: this.#backlogMs, waitingPictures: this.#tracks.waiting() };
    this.#quality = this.#control.adjust({ ...strain, droppedPictures: this.#dropped }, atMs);
    this.#dropped = 0;
  }

  #write(): void {
    for (let next = this.#cutter.next(); next; next = this.#cutter.next()) this.#emit(next);
  }

  #emit(segment: Parameters<typeof writeSegment>[0]): void {
    this.#written = this.#written
      .then(() => writeSegment(segment, this.#shift))
      .then(this.#listener.onSegment)
      .catch(this.#listener.onFailure);
  }
}
