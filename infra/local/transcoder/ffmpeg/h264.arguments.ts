import type { H264Settings } from '../request/output.schema.ts';
import { valueOf, type Fraction } from './picture.facts.ts';

/** `SINGLE_PASS` is MediaConvert's fastest; the windows of broadcasts ask for it, which a small machine must keep up with. */
const PRESETS = { SINGLE_PASS: 'superfast', SINGLE_PASS_HQ: 'faster', MULTI_PASS_HQ: 'medium' } as const;
const DEFAULT_QUALITY = 7;
const DEFAULT_GOP_S = 2;
const DEFAULT_B_FRAMES = 2;

/** x264's options for MediaConvert's settings, at the rate that the output has. */
export function h264Arguments(settings: H264Settings, rate: Fraction): string[] {
  const { codecProfile = 'MAIN', codecLevel = 'AUTO', qualityTuningLevel = 'SINGLE_PASS_HQ' } = settings;
  const bFrames = settings.numberBFramesBetweenReferenceFrames ?? DEFAULT_B_FRAMES;
  const level = /^LEVEL_(\d)(?:_(\d))?$/.exec(codecLevel);
  const gop = `${gopFrames(settings, rate)}`;
  return [
    ['-c:v', 'libx264', '-preset', PRESETS[qualityTuningLevel], '-profile:v', codecProfile.toLowerCase()],
    level ? ['-level', `${level[1]}.${level[2] ?? 0}`] : [],
    rateArguments(settings),
    // Keyframes where they are due and nowhere else; x264 closes its groups of pictures by default.
    ['-g', gop, '-keyint_min', gop, '-sc_threshold', '0'],
    ['-bf', codecProfile === 'BASELINE' ? '0' : `${bFrames}`],
    settings.numberReferenceFrames ? ['-refs', `${settings.numberReferenceFrames}`] : [],
  ].flat();
}

/** Rounded up, so that a group is never shorter than asked for and segments end where groups do. */
function gopFrames({ gopSize, gopSizeUnits = 'AUTO' }: H264Settings, rate: Fraction): number {
  if (gopSizeUnits === 'FRAMES' && gopSize) return gopSize;
  const seconds = gopSizeUnits === 'SECONDS' && gopSize ? gopSize : DEFAULT_GOP_S;
  return Math.max(1, Math.ceil(seconds * valueOf(rate) - 1e-6));
}

function rateArguments(settings: H264Settings): string[] {
  const { rateControlMode, bitrate = 0, maxBitrate = bitrate } = settings;
  const buffer = ['-bufsize', `${settings.hrdBufferSize || 2 * maxBitrate}`];
  if (rateControlMode === 'QVBR')
    return ['-crf', constantRateFactor(settings), '-maxrate', `${maxBitrate}`, ...buffer];
  const floor = rateControlMode === 'CBR' ? ['-minrate', `${bitrate}`] : [];
  return ['-b:v', `${bitrate}`, '-maxrate', `${maxBitrate}`, ...floor, ...buffer];
}

/** 7 of 10, MediaConvert's usual level, is x264's usual 23; a level is two steps, as both are logarithmic. */
function constantRateFactor({ qvbrSettings = {} }: H264Settings): string {
  const { qvbrQualityLevel = DEFAULT_QUALITY, qvbrQualityLevelFineTune = 0 } = qvbrSettings;
  return (37 - 2 * (qvbrQualityLevel + qvbrQualityLevelFineTune)).toFixed(2);
}
