/** Colour spaces of sources, and their conversion to those of outputs. */
import type { VideoDescription } from '../request/output-schema.ts';
import type { SourceStream } from './source-probe.ts';

/** Names of ffmpeg, without unknown and reserved ones. */
export interface Colours {
  readonly primaries: string;
  readonly transfer: string;
  readonly matrix: string;
}

const BT_709: Colours = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' };
const BT_601: Colours = { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m' };
const PAL: Colours = { primaries: 'bt470bg', transfer: 'smpte170m', matrix: 'bt470bg' };
const BT_2020: Colours = { primaries: 'bt2020', transfer: 'bt2020-10', matrix: 'bt2020nc' };

/** Untagged pictures of fewer lines are BT.601, others BT.709, as Chromium's `ffmpeg_common.cc` assumes. */
const HD_LINES = 720;

const RGB = /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|pal8|mono)/;
const isRgb = ({ pix_fmt: format = '', color_space: matrix }: SourceStream): boolean =>
  matrix === 'gbr' || RGB.test(format);

/** HDR transfer curves: PQ and HLG. */
const HDR = new Set(['smpte2084', 'arib-std-b67']);
/** Supported by every player. */
const PLAIN_PRIMARIES = new Set(['bt709', 'smpte170m', 'bt470bg', 'smpte240m', 'jedec-p22', 'ebu3213']);
const PLAIN_MATRICES = new Set(['bt709', 'smpte170m', 'bt470bg']);
/** Also supported by zscale. */
const PRIMARIES = new Set([
  ...PLAIN_PRIMARIES,
  'bt470m',
  'film',
  'bt2020',
  'smpte428',
  'smpte431',
  'smpte432',
]);
const MATRICES = new Set([...PLAIN_MATRICES, 'fcc', 'ycgco', 'bt2020nc', 'bt2020c', 'ictcp']);
const TRANSFERS = new Set(
  [
    'bt709 smpte170m bt470m bt470bg smpte240m linear log100 log316',
    'iec61966-2-1 iec61966-2-4 bt2020-10 bt2020-12 smpte2084 arib-std-b67',
  ].flatMap((names) => names.split(' ')),
);

/** Completes the tags of a source, and replaces reserved and unsupported ones. */
export function coloursOf(stream: SourceStream): Colours {
  const tagged = {
    primaries: PRIMARIES.has(stream.color_primaries ?? '') ? stream.color_primaries : undefined,
    transfer: TRANSFERS.has(stream.color_transfer ?? '') ? stream.color_transfer : undefined,
    matrix: MATRICES.has(stream.color_space ?? '') ? stream.color_space : undefined,
  };
  const usual = usualColours(stream, tagged);
  return {
    primaries: tagged.primaries ?? usual.primaries,
    transfer: tagged.transfer ?? usual.transfer,
    matrix: tagged.matrix ?? usual.matrix,
  };
}

/** The usual values for missing tags, given the known ones. */
function usualColours(
  stream: SourceStream,
  tagged: Partial<Record<keyof Colours, string | undefined>>,
): Colours {
  const { primaries, transfer, matrix } = tagged;
  if (matrix?.startsWith('bt2020') || primaries === 'bt2020') return BT_2020;
  if (!primaries && HDR.has(transfer ?? '')) return BT_2020;
  if (matrix === 'bt709' || primaries === 'bt709') return BT_709;
  if (matrix === 'bt470bg' || primaries === 'bt470bg') return PAL;
  if (matrix === 'smpte170m' || primaries === 'smpte170m') return BT_601;
  const isSmall = Math.min(stream.width ?? 0, stream.height ?? 0) < HD_LINES;
  return isSmall && !isRgb(stream) && !primaries ? BT_601 : BT_709;
}

export interface ColourFilters {
  /** Options of the `scale` that gives the picture its size. */
  readonly scaleOptions: string;
  /** Filters after it. */
  readonly conversion: readonly string[];
  readonly result: Colours;
}

const TONE_MAP = ['zscale=t=linear:npl=203', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=mobius:desat=0'];
/** Converts through RGB, which clips colours outside of BT.709; YUV would darken them. */
const TO_BT_709 = ['zscale=p=bt709:t=bt709:m=gbr:r=pc', 'format=gbrp10le', 'zscale=m=bt709:r=tv'];
const tags = ({ primaries, transfer, matrix }: Colours): string =>
  `setparams=color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`;

/** Converts to BT.709 if the output asks for it, except for BT.601. */
export function colourFilters(
  { videoPreprocessors }: Pick<VideoDescription, 'videoPreprocessors'>,
  stream: SourceStream,
): ColourFilters {
  const source = coloursOf(stream);
  const isHdr = HDR.has(source.transfer);
  const isPlain = !isHdr && PLAIN_PRIMARIES.has(source.primaries) && PLAIN_MATRICES.has(source.matrix);
  const fromRgb = isRgb(stream) ? `:out_color_matrix=${matrixOfScale(source.matrix)}` : '';
  const scaleOptions = `${fromRgb}:out_range=tv`;
  // The matrix is applied here, because not every later filter accepts RGB.
  const yuv = fromRgb ? [isPlain ? 'format=yuv420p' : 'format=yuv444p10le'] : [];
  if (isPlain || !videoPreprocessors)
    return { scaleOptions, conversion: [...yuv, tags(source)], result: source };
  return {
    scaleOptions,
    conversion: [...yuv, tags(source), ...(isHdr ? TONE_MAP : []), ...TO_BT_709, tags(BT_709)],
    result: BT_709,
  };
}

/** `scale` has one name for BT.601 and one for BT.2020. */
const matrixOfScale = (matrix: string): string =>
  matrix.startsWith('bt2020') ? 'bt2020' : PLAIN_MATRICES.has(matrix) ? matrix : 'bt709';

/** Converts to JFIF's colours: BT.601, full range. */
export const jpegColours = ({ matrix }: Colours): string =>
  `scale=in_color_matrix=${matrixOfScale(matrix)}:out_color_matrix=smpte170m:in_range=tv:out_range=pc`;
