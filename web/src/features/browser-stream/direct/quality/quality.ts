/**
 * Chooses the quality of a direct broadcast. A slow connection reduces bits, then frames, then size. A slow device
 * drops the small rendition, then frames, then size. The sound never changes. Pure.
 */
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import { type PictureFormat, type Size, SOUND_BITS_PER_SECOND } from '../encode/codec.ts';
import { createLadder, type Load } from './ladder.ts';

export interface Quality {
  /** Includes sound and all renditions. */
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
  readonly isFullSize: boolean;
  readonly hasSmall: boolean;
  /** The device does not keep up, so that quality is reduced. */
  readonly isDeviceSlow: boolean;
}

/** The load that the recorder measured since the last call. */
export interface Strain {
  /** Age of the oldest unsent segment. */
  readonly backlogMs: number;
  /** Queued for an encoder. */
  readonly waitingPictures: number;
  /** Dropped because the queue was full. */
  readonly droppedPictures: number;
}

const FULL_SIZE: Size = { widthPx: 1280, heightPx: 720 };
const SMALL_SIZE: Size = { widthPx: 640, heightPx: 360 };
const FRAMES_PER_SECOND = 30;
const FEW_FRAMES_PER_SECOND = 15;
/** Includes the sound, which viewers get but which is not sent twice. */
const SMALL_BITS_PER_SECOND = 450_000;
/** Of one rendition with a segment a second. */
const HEADER_BITS_PER_SECOND = 20_000;

type Rung = Pick<Quality, 'bitsPerSecond' | 'framesPerSecond' | 'isFullSize'>;

const full = { framesPerSecond: FRAMES_PER_SECOND, isFullSize: true };
const fewFrames = { framesPerSecond: FEW_FRAMES_PER_SECOND, isFullSize: true };
const little = { framesPerSecond: FEW_FRAMES_PER_SECOND, isFullSize: false };

const WAY_UP: readonly Rung[] = [
  { bitsPerSecond: RECORDING_BITS_PER_SECOND, ...full },
  { bitsPerSecond: 1_600_000, ...full },
  { bitsPerSecond: 1_000_000, ...full },
  { bitsPerSecond: 600_000, ...full },
  { bitsPerSecond: 600_000, ...fewFrames },
  { bitsPerSecond: 420_000, ...little },
  { bitsPerSecond: 280_000, ...little },
];

const DEVICE = [
  { hasSmall: true, ...full },
  { hasSmall: false, ...full },
  { hasSmall: false, ...fewFrames },
  { hasSmall: false, ...little },
] as const;

/** More than two segments, of one second each, are waiting. */
const BACKLOG_HEAVY_MS = 2500;
const BACKLOG_LIGHT_MS = 1300;
const WAITING_HEAVY = 6;
const WAITING_LIGHT = 2;

export class QualityControl {
  readonly #wayUp = createLadder(WAY_UP.length - 1, { downEveryMs: 2500, upAfterMs: 10_000 });
  readonly #device = createLadder(DEVICE.length - 1, { downEveryMs: 2000, upAfterMs: 20_000 });
  readonly #mayHaveSmall: boolean;
  #wayUpLevel = 0;
  #deviceLevel = 0;

  constructor(mayHaveSmall: boolean) {
    this.#mayHaveSmall = mayHaveSmall;
  }

  adjust({ backlogMs, waitingPictures, droppedPictures }: Strain, atMs: number): Quality {
    const wayUp = loadOf(backlogMs, BACKLOG_LIGHT_MS, BACKLOG_HEAVY_MS);
    const device = droppedPictures > 0 ? 'heavy' : loadOf(waitingPictures, WAITING_LIGHT, WAITING_HEAVY);
    this.#wayUpLevel = this.#wayUp(wayUp, atMs);
    this.#deviceLevel = this.#device(device, atMs);
    return this.now();
  }

  now(): Quality {
    const [wayUp, device] = [WAY_UP[this.#wayUpLevel]!, DEVICE[this.#deviceLevel]!];
    return {
      bitsPerSecond: wayUp.bitsPerSecond,
      framesPerSecond: Math.min(wayUp.framesPerSecond, device.framesPerSecond),
      isFullSize: wayUp.isFullSize && device.isFullSize,
      hasSmall: this.#mayHaveSmall && device.hasSmall && this.#wayUpLevel === 0,
      isDeviceSlow: this.#deviceLevel > 0,
    };
  }
}

export function mainFormat(quality: Quality, camera: Size): PictureFormat {
  const others = quality.hasSmall ? SMALL_BITS_PER_SECOND - SOUND_BITS_PER_SECOND : 0;
  return {
    ...fit(camera, quality.isFullSize ? FULL_SIZE : SMALL_SIZE),
    bitsPerSecond: quality.bitsPerSecond - others - SOUND_BITS_PER_SECOND - HEADER_BITS_PER_SECOND,
    framesPerSecond: quality.framesPerSecond,
  };
}

export const smallFormat = ({ framesPerSecond }: Quality, camera: Size): PictureFormat => ({
  ...fit(camera, SMALL_SIZE),
  bitsPerSecond: SMALL_BITS_PER_SECOND - SOUND_BITS_PER_SECOND - HEADER_BITS_PER_SECOND,
  framesPerSecond,
});

/** Omits the small rendition if the main one is hardly larger. */
export const withoutRedundantRendition = (quality: Quality, camera: Size): Quality => ({
  ...quality,
  hasSmall: quality.hasSmall && fit(camera, FULL_SIZE).heightPx > fit(camera, SMALL_SIZE).heightPx * 1.2,
});

/** Whether it is below the best quality. The small rendition does not count. */
export const isReduced = ({ bitsPerSecond, framesPerSecond, isFullSize }: Quality): boolean =>
  bitsPerSecond < RECORDING_BITS_PER_SECOND || framesPerSecond < FRAMES_PER_SECOND || !isFullSize;

/** Scales down, never up, to fit into the size, in the camera's orientation; H.264 needs even numbers. */
export function fit(camera: Size, into: Size): Size {
  const [long, short] = [
    Math.max(camera.widthPx, camera.heightPx),
    Math.min(camera.widthPx, camera.heightPx),
  ];
  const scale = Math.min(1, into.widthPx / long, into.heightPx / short);
  const even = (px: number) => Math.max(2, Math.round((px * scale) / 2) * 2);
  return { widthPx: even(camera.widthPx), heightPx: even(camera.heightPx) };
}

function loadOf(value: number, light: number, heavy: number): Load {
  if (value > heavy) return 'heavy';
  return value <= light ? 'light' : 'bearable';
}
