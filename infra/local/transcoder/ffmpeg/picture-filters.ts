import type { FrameCaptureSettings } from '../request/output-schema.ts';
import type { UncoveredSound } from './covered-sound.ts';
import { type ColourFilters, jpegColours } from './colours.ts';
import { type Orientation, orientationFilters } from './orientation.ts';
import type { Fraction } from './picture-facts.ts';
import { turned, type Sizing } from './picture-size.ts';
import type { SourceStream } from './source-probe.ts';

/** What every output's picture goes through first: interlaced video loses its combs. */
export function commonFilters({ field_order: order = 'unknown', width, height }: SourceStream): string[] {
  const isInterlaced = order !== 'progressive' && order !== 'unknown';
  // yadif needs pictures of one size; `scale` lets those of another keep their shape by the shape of their pixels.
  return isInterlaced ? [`scale=${width}:${height}:interl=-1`, 'yadif'] : [];
}

/** Which of the source's pictures an output has, and what each looks like. The first picks the pictures. */
export interface PictureFilters {
  readonly pace: string;
  readonly shape: readonly string[];
}

/** How a picture gets its size, place and colours. */
export interface PictureShape {
  readonly sizing: Sizing;
  readonly orientation: Orientation;
  readonly colours: ColourFilters;
  /** Sound that the picture is to be lengthened for. */
  readonly uncovered?: UncoveredSound | undefined;
}

/** Up to this difference in shape, a picture fills the canvas: sides are rounded to even numbers. */
const ALMOST_FILLS = 0.02;

/** A constant rate: pictures are doubled and dropped as needed. */
export function videoFilters(shaping: PictureShape, { numerator, denominator }: Fraction): PictureFilters {
  const { uncovered } = shaping;
  const start = uncovered ? ':start_time=0' : '';
  return {
    pace: [`fps=${numerator}/${denominator}${start}`, ...lengthened(uncovered)].join(','),
    shape: [...shapeFilters(shaping), 'format=yuv420p'],
  };
}

/** The picture that is seen at the beginning of each interval, be it new or still there. */
export function captureFilters(
  shaping: PictureShape,
  { framerateNumerator, framerateDenominator }: FrameCaptureSettings,
): PictureFilters {
  const { colours, uncovered } = shaping;
  // A millisecond's grace, as containers round times down.
  const times = `setpts='PTS-${uncovered ? '' : 'STARTPTS-'}0.001/TB'`;
  const due = `fps=${framerateNumerator}/${framerateDenominator}:round=up:start_time=0`;
  return {
    pace: [times, due, ...lengthened(uncovered)].join(','),
    shape: [...shapeFilters(shaping), jpegColours(colours.result), 'format=yuvj420p'],
  };
}

/** Less is the end of the last frame of sound. */
const LEAST_PADDING_S = 0.1;

/** MediaConvert would show black; the last picture is what people expect. */
const lengthened = ({ afterS }: UncoveredSound = NOTHING_UNCOVERED): string[] =>
  afterS < LEAST_PADDING_S ? [] : [`tpad=stop_mode=clone:stop_duration=${afterS.toFixed(3)}`];

const NOTHING_UNCOVERED: UncoveredSound = { beforeS: 0, afterS: 0 };

/** Sizes the picture as stored, then makes it upright, with square pixels and the output's colours. */
function shapeFilters({ sizing, orientation, colours }: PictureShape): string[] {
  const isOnItsSide = orientation.turnDegrees % 180 !== 0;
  const canvas = isOnItsSide ? turned(sizing.canvas) : sizing.canvas;
  return [
    ...sizeFilters({ ...sizing, canvas }, colours),
    ...orientationFilters(orientation),
    ...colours.conversion,
    'setsar=1',
  ];
}

function sizeFilters({ canvas, isStretched }: Sizing, { scaleOptions }: ColourFilters): string[] {
  const { width, height } = canvas;
  if (isStretched) return [`scale=${width}:${height}${scaleOptions}`];
  // For each picture, because the source's size may change midway.
  const fills = `lt(abs(dar*${height}/${width}-1),${ALMOST_FILLS})`;
  const side = (full: number, fitting: string): string =>
    `'if(${fills},${full},2*round(${fitting}/2-0.001))'`;
  const [w, h] = [side(width, `min(${width},${height}*dar)`), side(height, `min(${height},${width}/(dar))`)];
  return [`scale=w=${w}:h=${h}:eval=frame${scaleOptions}`, `pad=${width}:${height}:-1:-1:eval=frame`];
}
