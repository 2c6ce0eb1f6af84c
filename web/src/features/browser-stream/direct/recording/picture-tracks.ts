/** Encodes each picture once per rendition, with keyframes at the same positions. */
import { createPictureEncoder, type PictureEncoder } from '../encode/picture-encoder.ts';
import type { Size } from '../encode/codec.ts';
import { mainFormat, type Quality, smallFormat } from '../quality/quality.ts';
import type { SegmentCutter } from '../segment/segment-cutter.ts';

/** More pictures than this are dropped. */
const MAX_WAITING_FRAMES = 10;

export class PictureTracks {
  readonly #main: PictureEncoder;
  readonly #small: PictureEncoder;
  #hasSmall = false;
  #needsKey = false;
  #format = '';

  constructor(codec: string, cutter: SegmentCutter, onFailure: (error: unknown) => void) {
    this.#main = createPictureEncoder(codec, {
      onPacket: (packet) => {
        this.#needsKey = !cutter.addPicture('main', packet);
      },
      onEmptied: (beforeTicks) => cutter.emptied('main', beforeTicks),
      onFailure,
    });
    this.#small = createPictureEncoder(codec, {
      onPacket: (packet) => void cutter.addPicture('small', packet),
      onEmptied: (beforeTicks) => cutter.emptied('small', beforeTicks),
      onFailure,
    });
  }

  /** Of the slower encoder. */
  waiting(): number {
    return Math.max(this.#main.waiting(), this.#hasSmall ? this.#small.waiting() : 0);
  }

  isFull(): boolean {
    return this.waiting() >= MAX_WAITING_FRAMES;
  }

  /** Applies from the next picture on, which begins a segment. Returns whether anything changes. */
  use(quality: Quality, camera: Size): boolean {
    const [main, small] = [mainFormat(quality, camera), smallFormat(quality, camera)];
    const format = JSON.stringify([main, quality.hasSmall && small]);
    if (format === this.#format) return false;
    this.#format = format;
    this.#main.use(main);
    this.#hasSmall = quality.hasSmall;
    if (this.#hasSmall) this.#small.use(small);
    return true;
  }

  /** The time of `frame` is on the recording's clock. */
  encode(frame: VideoFrame, beginsSegment: boolean): void {
    this.#main.encode(frame, beginsSegment || this.#needsKey);
    this.#needsKey = false;
    if (this.#hasSmall) this.#small.encode(frame, beginsSegment);
  }

  async flush(): Promise<void> {
    await Promise.all([this.#main.flush(), this.#hasSmall && this.#small.flush()]);
  }

  close(): void {
    this.#main.close();
    this.#small.close();
  }
}
