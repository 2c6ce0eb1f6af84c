/** Why a file cannot become a video. Pure. */
import type { ErrorReason } from '#shared/base/errors.ts';
import { MAX_UPLOAD_BYTES, MAX_VIDEO_PIXEL_SECONDS, MAX_VIDEO_S, MEBIBYTE } from '#shared/limits.ts';
import { HOUR_S } from '#shared/plain/time.ts';
import { whyNoVideo } from '#shared/plain/videos/video-file.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { SourceFacts } from './source-facts.ts';

/**
 * The meaning of MediaConvert's error codes. Source: AWS Elemental MediaConvert User Guide, "MediaConvert error codes".
 */
const REASONS: Readonly<Record<number, ErrorReason>> = {
  1010: 'video_unreadable',
  1020: 'video_without_content',
  1021: 'video_without_content',
  1030: 'video_codec',
  1040: 'video_form',
  1076: 'video_damaged',
  1404: 'video_file_gone',
};

/** Whether the file is the cause, so that a retry would fail too. */
export const isFinal = (errorCode: number | undefined): boolean =>
  errorCode !== undefined && (errorCode in REASONS || (errorCode >= 1010 && errorCode < 1100));

export const reasonOf = (errorCode: number | undefined): ErrorReason =>
  REASONS[errorCode ?? 0] ?? (isFinal(errorCode) ? 'video_unreadable' : 'video_failed');

/** Why several jobs failed. MediaConvert's 1999, "unknown error", has its cause in the file if each job ends with it. */
export const reasonAfterRetries = (errorCode: number | undefined): ErrorReason =>
  errorCode === UNKNOWN_ERROR ? 'video_form' : reasonOf(errorCode);

const UNKNOWN_ERROR = 1999;

export const videoTooLarge = (): DomainError =>
  new DomainError('payload_too_large', 'video_too_large', { max_mb: MAX_UPLOAD_BYTES / MEBIBYTE });

/** `undefined` when the file begins as a video does. */
export function refusalOfHead(head: Uint8Array): DomainError | undefined {
  const kind = whyNoVideo(head);
  if (kind === null) return undefined;
  return kind === 'empty'
    ? new DomainError(UNSUPPORTED, 'empty_file')
    : new DomainError(UNSUPPORTED, 'not_a_video', { kind });
}

/** `undefined` when the file can become a video. `source` is `null` for an unreadable file. */
export function refusalOfSource(source: SourceFacts | null): DomainError | undefined {
  if (!source) return new DomainError(UNSUPPORTED, 'video_unreadable');
  const { durationS, picture } = source;
  if (!picture) return new DomainError(UNSUPPORTED, 'sound_alone');
  if (durationS === undefined) return new DomainError(UNSUPPORTED, 'video_without_length');
  if (durationS > MAX_VIDEO_S)
    return new DomainError('payload_too_large', 'video_too_long', { max_hours: MAX_VIDEO_S / HOUR_S });
  const { widthPx: width, heightPx: height } = picture;
  const longestS = MAX_VIDEO_PIXEL_SECONDS / (width * height);
  if (durationS <= longestS) return undefined;
  return new DomainError('payload_too_large', 'video_too_long_for_size', {
    width,
    height,
    max_hours: rounded(longestS / HOUR_S),
  });
}

const UNSUPPORTED = 'unsupported_media_type';
const rounded = (hours: number): number => Math.round(hours * 10) / 10;
