import type { VideoDescription } from '../request/output.schema.ts';
import { sampleAspectRatio, valueOf, type Fraction } from './picture.facts.ts';
import type { Orientation } from './orientation.ts';
import type { SourceStream } from './source.probe.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture gets its size: scaled, then cut or framed in black to `canvas` where that differs. */
export interface Sizing {
  readonly scaled: Size;
  readonly canvas: Size;
  /** Whether a picture of any shape fills the canvas, as `STRETCH_TO_OUTPUT` says. */
  readonly isStretched?: boolean;
}

/** The source's picture after it was turned: as stored, and as shown with square pixels. */
export interface UprightPicture {
  readonly stored: Size;
  readonly displayed: Size;
  readonly pixelAspect: Fraction;
}

export function uprightPicture(stream: SourceStream, { turnDegrees }: Orientation): UprightPicture {
  const pixel = sampleAspectRatio(stream);
  const { width = 0, height = 0 } = stream;
  const stored = { width, height };
  const displayed = { width: width * valueOf(pixel), height };
  if (turnDegrees % 180 === 0) return { stored, displayed: displayed, pixelAspect: pixel };
  const pixelAspect = { numerator: pixel.denominator, denominator: pixel.numerator };
  return { stored: turned(stored), displayed: turned(displayed), pixelAspect };
}

export const turned = ({ width, height }: Size): Size => ({ width: height, height: width });

/** Source: AWS Elemental MediaConvert User Guide, "Video scaling behavior and aspect ratios". */
export function sizingOf(
  from: Size,
  { width, height, scalingBehavior }: Omit<VideoDescription, 'codecSettings'>,
): Sizing {
  const wanted = wantedSize(from, width, height);
  const inside = Math.min(wanted.width / from.width, wanted.height / from.height);
  const outside = Math.max(wanted.width / from.width, wanted.height / from.height);
  switch (scalingBehavior ?? 'DEFAULT') {
    case 'STRETCH_TO_OUTPUT':
      return { scaled: wanted, canvas: wanted, isStretched: true };
    case 'FIT':
      return uncut(scaledBy(from, inside));
    case 'FIT_NO_UPSCALE':
      return uncut(scaledBy(from, Math.min(1, inside)));
    case 'FILL':
      return { scaled: scaledBy(from, outside), canvas: wanted };
    default:
      return { scaled: scaledBy(from, inside), canvas: wanted };
  }
}

function wantedSize(from: Size, width: number | undefined, height: number | undefined): Size {
  if (width && height) return { width, height };
  if (width) return { width, height: even((from.height * width) / from.width) };
  if (height) return { width: even((from.width * height) / from.height), height };
  return scaledBy(from, 1);
}

const uncut = (size: Size): Sizing => ({ scaled: size, canvas: size });

const scaledBy = ({ width, height }: Size, factor: number): Size => ({
  width: even(width * factor),
  height: even(height * factor),
});

/** H.264 in 4:2:0 has even sides: the nearest, but of a side that is odd the smaller, as the other would enlarge. */
const even = (side: number): number => Math.max(2, 2 * Math.round(side / 2 - 0.001));
