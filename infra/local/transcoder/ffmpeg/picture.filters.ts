import type { FrameCaptureSettings, H264Settings, VideoDescription } from '../request/output.schema.ts';
import { type Fraction, valueOf } from './picture.facts.ts';
import type { Sizing } from './picture.size.ts';
import type { SourceStream } from './source.probe.ts';

const TURNS: Readonly<Record<number, string>> = {
  90: 'transpose=clock',
  180: 'hflip,vflip',
  270: 'transpose=cclock',
};

/** What every output's picture goes through first: turned upright, and without the combs of interlaced video. */
export function commonFilters(
  { field_order: order = 'unknown' }: SourceStream,
  turnDegrees: number,
): string[] {
  const isInterlaced = order !== 'progressive' && order !== 'unknown';
  return [isInterlaced ? 'yadif' : '', TURNS[turnDegrees] ?? ''].filter(Boolean);
}

/** Which of the source's pictures an output has, and what each looks like. The first picks the pictures. */
export interface PictureFilters {
  readonly pace: string;
  readonly shape: readonly string[];
}

/** A constant rate: pictures are doubled and dropped as needed. */
export function videoFilters(
  sizing: Sizing,
  rate: Fraction,
  pixelAspect: Fraction,
  colours: readonly string[],
): PictureFilters {
  const { numerator, denominator } = rate;
  const aspect = `setsar=${pixelAspect.numerator}/${pixelAspect.denominator}`;
  return {
    pace: `fps=${numerator}/${denominator}`,
    shape: [...sizeFilters(sizing), ...colours, aspect, 'format=yuv420p'],
  };
}

/** The first picture, then the first one of each further interval. */
export function captureFilters(
  sizing: Sizing,
  { framerateNumerator, framerateDenominator }: FrameCaptureSettings,
  colours: readonly string[],
): PictureFilters {
  const intervalS = valueOf({ numerator: framerateDenominator, denominator: framerateNumerator });
  // A millisecond's grace, as containers round times down.
  const turnOf = (time: string): string => `floor((${time}-start_t+0.001)/${intervalS})`;
  const isDue = `isnan(prev_selected_t)+gt(${turnOf('t')},${turnOf('prev_selected_t')})`;
  return {
    pace: `select='${isDue}'`,
    shape: [...sizeFilters(sizing), ...colours, 'setsar=1', 'format=yuvj420p'],
  };
}

/** HDR transfer curves: PQ and HLG. */
const HDR = ['smpte2084', 'arib-std-b67'];
/** Primaries wider than BT.709's: BT.2020 and P3. */
const WIDE = ['bt2020', 'smpte431', 'smpte432'];
const BT_709 = 'zscale=p=bt709:t=bt709:m=bt709:r=tv';
const TONE_MAP = ['zscale=t=linear:npl=203', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=mobius:desat=0'];

/** What an output asks for of the colours of its source, before its format is set. */
export function colourFilters(
  { videoPreprocessors }: Pick<VideoDescription, 'videoPreprocessors'>,
  { color_transfer: curve = 'bt709', color_primaries: primaries, color_space: matrix }: SourceStream,
): string[] {
  const isHdr = HDR.includes(curve);
  if (!videoPreprocessors || (!isHdr && !WIDE.includes(primaries ?? ''))) return [];
  // zscale refuses files that name only some of the three; HDR without primaries has BT.2020's.
  const gamut = primaries ?? 'bt2020';
  const space = matrix ?? (gamut === 'bt2020' ? 'bt2020nc' : 'bt709');
  const named = `setparams=color_primaries=${gamut}:color_trc=${curve}:colorspace=${space}`;
  return [named, ...(isHdr ? TONE_MAP : []), BT_709];
}

export const pixelAspectOf = (settings: H264Settings, source: Fraction): Fraction =>
  settings.parControl === 'SPECIFIED'
    ? { numerator: settings.parNumerator ?? 1, denominator: settings.parDenominator ?? 1 }
    : source;

function sizeFilters({ scaled, canvas }: Sizing): string[] {
  const scale = `scale=${scaled.width}:${scaled.height}`;
  if (scaled.width > canvas.width || scaled.height > canvas.height) {
    return [scale, `crop=${canvas.width}:${canvas.height}`];
  }
  if (scaled.width === canvas.width && scaled.height === canvas.height) return [scale];
  return [scale, `pad=${canvas.width}:${canvas.height}:(ow-iw)/2:(oh-ih)/2`];
}
