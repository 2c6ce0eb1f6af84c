/** The rules for streams from software, the most severe for viewers first. Pure. */
import type { ReportedStream } from '#shared/live/stream-health.ts';
import { type Arrived, bad, mild, type Rule, secondsText } from './rule.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import { t } from '#web/lib/i18n/messages.ts';

const CODEC_NAMES: Readonly<Record<string, string>> = {
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp9: 'VP9',
  mp3: 'MP3',
  // oxlint-disable-next-line messages/no-text -- a name
  opus: 'Opus',
};
const nameOf = (codec: string): string => CODEC_NAMES[codec] ?? codec.toUpperCase();
/** As IVS, MP4 and OBS name them. */
const H264 = /^(avc|h264)/i;
const AAC = /^(aac|mp4a)/i;
/** More than 8 bits, or colours in more detail than 4:2:0. */
const HARD_PROFILE = /10|4:?2:?2|4:?4:?4/;

/** Rules for encoder settings that make a stream unplayable. */
export const ENCODER_RULES: readonly Rule<ReportedStream>[] = [
  ({ video_codec: codec }) =>
    codec &&
    !H264.test(codec) &&
    bad(
      'video-codec',
      t('streamHealth.videoCodec', { codec: nameOf(codec) }),
      t('streamHealth.videoCodecFix'),
    ),
  ({ video_profile: profile }) =>
    profile &&
    HARD_PROFILE.test(profile) &&
    bad('video-profile', t('streamHealth.videoProfile', { profile }), t('streamHealth.videoProfileFix')),
  ({ audio_codec: codec }) =>
    codec &&
    !AAC.test(codec) &&
    bad(
      'audio-codec',
      t('streamHealth.audioCodec', { codec: nameOf(codec) }),
      t('streamHealth.audioCodecFix'),
    ),
];

/** IVS recommends 2 s, and segments last at least a second: longer intervals add delay. */
const KEYFRAMES_FAR_S = 3;
const KEYFRAMES_TOO_FAR_S = 5;
/** Players stay three segments behind; a segment lasts from keyframe to keyframe. */
const SEGMENTS_BEHIND = 3;

/** IVS disconnects encoders that send more than 8.5 Mbit/s. */
const MAX_BITS_PER_SECOND = 8_000_000;
const ADVISED_KILOBITS = 6000;

/** Minimum and advised bitrate by the height of the picture, for H.264 at 30 frames a second. */
const MIN_BITS: readonly (readonly [heightPx: number, bitsPerSecond: number, advisedKilobits: number])[] = [
  [1080, 2_500_000, 5000],
  [720, 1_200_000, 2500],
  [480, 600_000, 1200],
  [0, 250_000, 700],
];

/** Shares of the encoder's settings below which frames or bits are too few. */
const FEW_FRAMES = 0.85;
const FEW_BITS = 0.55;
/** A stream is unsteady if this many of the last minute's rates are below this share of the median. */
const STEADY_POINTS = 12;
const DIP = 0.4;
const DIPS = 2;
/** A second keyframe is expected within this time. */
const NO_KEYFRAME_S = 8;

/** Rules for streams that cannot be watched; they hide all other problems. */
export const UNPLAYABLE_RULES: readonly Rule<Arrived>[] = [
  ({ arriving: { video_bits_per_second: video, audio_bits_per_second: audio } }) =>
    video === 0 &&
    audio !== null &&
    audio > 0 &&
    bad('no-picture', t('streamHealth.noVideo'), t('streamHealth.noVideoFix')),
  ({ arriving: { frames_per_second: frames, keyframe_interval_s }, rates }) => {
    const [first, last] = [rates[0], rates.at(-1)].map((point) => Date.parse(point?.at ?? ''));
    if (!frames || keyframe_interval_s !== null || !((last ?? 0) - (first ?? 0) >= NO_KEYFRAME_S * 1000))
      return null;
    return bad('no-keyframe', t('streamHealth.noKeyframes'), t('streamHealth.keyframesFix'));
  },
];

export const SOFTWARE_RULES: readonly Rule<Arrived>[] = [
  ({ arriving: { audio_bits_per_second: bits } }) =>
    bits === 0 && bad('no-sound', t('streamHealth.noAudio'), t('streamHealth.noAudioFix')),
  ({ arriving: { keyframe_interval_s: intervalS }, delayS }) => {
    if (intervalS === null || intervalS <= KEYFRAMES_FAR_S) return null;
    // A measured delay below the interval is from before a change of the encoder's settings.
    const isMeasured = delayS !== null && delayS >= intervalS;
    const behind = secondsText(isMeasured ? delayS : Math.round(intervalS * SEGMENTS_BEHIND));
    const finding = intervalS > KEYFRAMES_TOO_FAR_S ? bad : mild;
    return finding(
      'keyframes',
      t('streamHealth.keyframesFar', {
        intervalS: secondsText(intervalS),
        behind,
        precision: isMeasured ? 'other' : 'estimated',
      }),
      t('streamHealth.keyframesFix'),
    );
  },
  ({ arriving: { video_bits_per_second: bits } }) =>
    bits !== null &&
    bits > MAX_BITS_PER_SECOND &&
    bad(
      'too-many-bits',
      t('streamHealth.bitrateTooHigh', { bits: formatBitrate(bits) }),
      t('streamHealth.bitrateTooHighFix', { kilobits: ADVISED_KILOBITS }),
    ),
  // The arriving bitrate is far below the encoder's setting.
  ({ arriving: { video_bits_per_second: bits }, announced }) => {
    const wanted = announced?.video_bits_per_second ?? null;
    if (bits === null || wanted === null || bits >= wanted * FEW_BITS) return null;
    const advised = Math.max(300, Math.floor((bits * 0.8) / 100_000) * 100);
    return bad(
      'slow-uplink',
      t('streamHealth.slowUpload', { wanted: formatBitrate(wanted), bits: formatBitrate(bits) }),
      t('streamHealth.slowUploadFix', { advised }),
    );
  },
  ({ arriving: { frames_per_second: frames }, announced }) => {
    const wanted = announced?.frames_per_second ?? null;
    if (frames === null || wanted === null || frames >= wanted * FEW_FRAMES) return null;
    return bad(
      'few-frames',
      t('streamHealth.fewFrames', { wanted: Math.round(wanted), frames: Math.round(frames) }),
      t('streamHealth.fewFramesFix'),
    );
  },
  ({ rates }) => {
    const last = rates.slice(-STEADY_POINTS - 1, -1).map((point) => point.bits_per_second);
    const middle = last.toSorted((a, b) => a - b)[last.length >> 1] ?? 0;
    const dips = last.filter((bits) => bits < middle * DIP).length;
    if (last.length < STEADY_POINTS || dips < DIPS) return null;
    return mild('unsteady', t('streamHealth.unsteady'), t('streamHealth.unsteadyFix'));
  },
  ({ arriving: { video_bits_per_second: bits }, announced }) => {
    const height = announced?.height ?? null;
    const [, least, advised] = MIN_BITS.find(([from]) => height !== null && height >= from) ?? [];
    if (bits === null || height === null || least === undefined || advised === undefined || bits >= least)
      return null;
    return mild(
      'few-bits',
      t('streamHealth.bitrateTooLow', { height, bits: formatBitrate(bits) }),
      t('streamHealth.bitrateTooLowFix', { advised }),
    );
  },
];
