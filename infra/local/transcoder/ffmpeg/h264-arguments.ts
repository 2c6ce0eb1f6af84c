import type { H264Settings } from '../request/output-schema.ts';
import { valueOf, type Fraction } from './picture-facts.ts';

/** `SINGLE_PASS` is MediaConvert's fastest, which a small machine needs for the windows of broadcasts. */
const PRESETS = { SINGLE_PASS: 'superfast', SINGLE_PASS_HQ: 'faster' } as const;
const DEFAULT_B_FRAMES = 2;

/** Options of x264 for MediaConvert's settings at the output's frame rate. */
export function h264Arguments(settings: H264Settings, rate: Fraction): string[] {
  const { codecProfile, qualityTuningLevel, maxBitrate, qvbrSettings } = settings;
  const bFrames = settings.numberBFramesBetweenReferenceFrames ?? DEFAULT_B_FRAMES;
  // MediaConvert's default quality 7 corresponds to x264's default 23, and a level to two steps of CRF.
  const rateFactor = (37 - 2 * qvbrSettings.qvbrQualityLevel).toFixed(2);
  const gop = `${gopFrames(settings, rate)}`;
  return [
    ['-c:v', 'libx264', '-preset', PRESETS[qualityTuningLevel], '-profile:v', codecProfile.toLowerCase()],
    ['-crf', rateFactor, '-maxrate', `${maxBitrate}`, '-bufsize', `${2 * maxBitrate}`],
    // Keyframes at fixed intervals only. Closed GOPs are x264's default.
    ['-g', gop, '-keyint_min', gop, '-sc_threshold', '0', '-bf', `${bFrames}`],
  ].flat();
}

/** Rounded up, so that a GOP is never shorter than requested and segments end with GOPs. */
const gopFrames = ({ gopSize, gopSizeUnits }: H264Settings, rate: Fraction): number =>
  gopSizeUnits === 'FRAMES' ? gopSize : Math.max(1, Math.ceil(gopSize * valueOf(rate) - 1e-6));
