import type { FrameCaptureSettings } from '../request/output-schema.ts';
import type { UncoveredSound } from './covered-sound.ts';
import { type ColourFilters, jpegColours } from './colours.ts';
import { type Orientation, orientationFilters } from './orientation.ts';
import type { Fraction } from './picture-facts.ts';
import { turned, type Sizing } from './picture-size.ts';
import type { SourceStream } from './source-probe.ts';

/** The first filter of every output: deinterlaces. */
export function commonFilters({ field_order: order = 'unknown', width, height }: SourceStream): string[] {
  const isInterlaced = order !== 'progressive' && order !== 'unknown';
  // yadif needs frames of one size. `scale` keeps the aspect ratio of others by their pixel aspect ratio.
  return isInterlaced ? [`scale=${width}:${height}:interl=-1`, 'yadif'] : [];
}

/** The filters of an output's pictures. The first selects the frames. */
export interface PictureFilters {
  readonly pace: string;
  readonly shape: readonly string[];
}

/** Size, orientation and colours of a picture. */
export interface PictureShape {
  readonly sizing: Sizing;
  readonly orientation: Orientation;
  readonly colours: ColourFilters;
  /** Sound after the last picture, for which that picture is repeated. */
  readonly uncovered?: UncoveredSound | undefined;
}

/** Up to this difference of the aspect ratio a picture fills the canvas, because sides are rounded to even numbers. */
const ALMOST_FILLS = 0.02;

/** A constant rate: frames are duplicated and dropped as needed. */
export function videoFilters(shaping: PictureShape, { numerator, denominator }: Fraction): PictureFilters {
  const { uncovered } = shaping;
  const start = uncovered ? ':start_time=0' : '';
  return {
    pace: [`fps=${numerator}/${denominator}${start}`, ...lengthened(uncovered)].join(','),
    shape: [...shapeFilters(shaping), 'format=yuv420p'],
  };
}

/** The frame that is displayed at the start of each interval. */
export function captureFilters(
  shaping: PictureShape,
  { framerateNumerator, framerateDenominator }: FrameCaptureSettings,
): PictureFilters {
  const { colours, uncovered } = shaping;
  // A tolerance of 1 ms, because containers round timestamps down.
  const times = `setpts='PTS-${uncovered ? '' : 'STARTPTS-'}0.001/TB'`;
  const due = `fps=${framerateNumerator}/${framerateDenominator}:round=up:start_time=0`;
  return {
    pace: [times, due, ...lengthened(uncovered)].join(','),
    shape: [...shapeFilters(shaping), jpegColours(colours.result), 'format=yuvj420p'],
  };
}

/** Less is the rest of the last audio frame. */
const MIN_PADDING_S = 0.1;

/** Repeats the last picture, where MediaConvert has black. */
const lengthened = ({ afterS }: UncoveredSound = NOTHING_UNCOVERED): string[] =>
  afterS < MIN_PADDING_S ? [] : [`tpad=stop_mode=clone:stop_duration=${afterS.toFixed(3)}`];

const NOTHING_UNCOVERED: UncoveredSound = { beforeS: 0, afterS: 0 };

/** Scales the stored picture, then rotates it, and converts it to square pixels and the output's colours. */
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
  // Evaluated for each frame, because the source's size may change midway.
  const fills = `lt(abs(dar*${height}/${width}-1),${ALMOST_FILLS})`;
  const side = (full: number, fitting: string): string =>
    `'if(${fills},${full},2*round(${fitting}/2-0.001))'`;
  const [w, h] = [side(width, `min(${width},${height}*dar)`), side(height, `min(${height},${width}/(dar))`)];
  return [`scale=w=${w}:h=${h}:eval=frame${scaleOptions}`, `pad=${width}:${height}:-1:-1:eval=frame`];
}
