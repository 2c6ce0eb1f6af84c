import type { VideoDescription } from '../request/output-schema.ts';
import { sampleAspectRatio, valueOf } from './picture-facts.ts';
import type { Orientation } from './orientation.ts';
import type { SourceStream } from './source-probe.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The output size of a picture, which is letterboxed or stretched if its aspect ratio differs. */
export interface Sizing {
  readonly canvas: Size;
  /** Whether a picture of any shape fills the canvas, as `STRETCH_TO_OUTPUT` says. */
  readonly isStretched: boolean;
}

/** The size of a source's picture after it was turned, with square pixels. */
export function uprightSize(stream: SourceStream, { turnDegrees }: Orientation): Size {
  const { width = 0, height = 0 } = stream;
  const size = { width: width * valueOf(sampleAspectRatio(stream)), height };
  return turnDegrees % 180 === 0 ? size : turned(size);
}

export const turned = ({ width, height }: Size): Size => ({ width: height, height: width });

/** Source: AWS Elemental MediaConvert User Guide, "Video scaling behavior and aspect ratios". */
export function sizingOf(
  from: Size,
  { width, height, scalingBehavior }: Omit<VideoDescription, 'codecSettings'>,
): Sizing {
  if (scalingBehavior !== 'FIT_NO_UPSCALE')
    return { canvas: { width, height }, isStretched: scalingBehavior === 'STRETCH_TO_OUTPUT' };
  const factor = Math.min(1, width / from.width, height / from.height);
  return {
    canvas: { width: even(from.width * factor), height: even(from.height * factor) },
    isStretched: false,
  };
}

/** H.264 in 4:2:0 has even sides. Odd sides are rounded down, because rounding up would enlarge the picture. */
const even = (side: number): number => Math.max(2, 2 * Math.round(side / 2 - 0.001));
