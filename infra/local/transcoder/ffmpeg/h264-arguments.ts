import type { H264Settings } from '../request/output-schema.ts';
import { valueOf, type Fraction } from './picture-facts.ts';

/** `SINGLE_PASS` is MediaConvert's fastest; the windows of broadcasts ask for it, which a small machine must keep up with. */
const PRESETS = { SINGLE_PASS: 'superfast', SINGLE_PASS_HQ: 'faster' } as const;
const DEFAULT_B_FRAMES = 2;

/** x264's options for MediaConvert's settings, at the rate that the output has. */
export function h264Arguments(settings: H264Settings, rate: Fraction): string[] {
  const { codecProfile, qualityTuningLevel, maxBitrate, qvbrSettings } = settings;
  const bFrames = settings.numberBFramesBetweenReferenceFrames ?? DEFAULT_B_FRAMES;
  // 7 of 10, MediaConvert's usual level, is x264's usual 23; a level is two steps, as both are logarithmic.
  const rateFactor = (37 - 2 * qvbrSettings.qvbrQualityLevel).toFixed(2);
  const gop = `${gopFrames(settings, rate)}`;
  return [
    ['-c:v', 'libx264', '-preset', PRESETS[qualityTuningLevel], '-profile:v', codecProfile.toLowerCase()],
    ['-crf', rateFactor, '-maxrate', `${maxBitrate}`, '-bufsize', `${2 * maxBitrate}`],
    // Keyframes where they are due and nowhere else; x264 closes its groups of pictures by default.
    ['-g', gop, '-keyint_min', gop, '-sc_threshold', '0', '-bf', `${bFrames}`],
  ].flat();
}

/** Rounded up, so that a group is never shorter than asked for and segments end where groups do. */
const gopFrames = ({ gopSize, gopSizeUnits }: H264Settings, rate: Fraction): number =>
  gopSizeUnits === 'FRAMES' ? gopSize : Math.max(1, Math.ceil(gopSize * valueOf(rate) - 1e-6));
