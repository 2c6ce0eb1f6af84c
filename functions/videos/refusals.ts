/** Why a file cannot become a video, in words for its owner. Pure. */
import type { ErrorCode } from '../../shared/base/errors.ts';
import { MAX_VIDEO_PIXEL_SECONDS, MAX_VIDEO_S } from '../../shared/limits.ts';
import { HOUR_S } from '../../shared/plain/time.ts';
import { SOUND_ALONE } from '../../shared/plain/video-file.ts';
import type { SourceFacts } from './source-facts.ts';

/**
 * The meaning of MediaConvert's error codes. Source: AWS Elemental MediaConvert User Guide, "MediaConvert error codes".
 */
const REASONS: Readonly<Record<number, string>> = {
  1010: 'This file cannot be read as a video. It may be damaged or incomplete.',
  1020: 'There is neither picture nor sound in this file.',
  1021: 'There is neither picture nor sound in this file.',
  1030: 'This video was made with a codec that cannot be played here. Save it as MP4 (H.264) and try again.',
  1040: 'This video has a form that cannot be processed. Save it as MP4 (H.264) and try again.',
  1076: 'This file is damaged: it could not be read to its end.',
  1404: 'The uploaded file is no longer there. Please upload it again.',
};

export const UNREADABLE = REASONS[1010] ?? '';
export const CANCELED = 'The processing of this video was stopped. Please upload it again.';
export const OUR_FAULT =
  'Something went wrong on our side while this video was processed. Please upload it again.';

/** Whether the file is the cause, so that a retry would fail too. */
export const isFinal = (errorCode: number | undefined): boolean =>
  errorCode !== undefined && (errorCode in REASONS || (errorCode >= 1010 && errorCode < 1100));

export const reasonOf = (errorCode: number | undefined): string =>
  REASONS[errorCode ?? 0] ?? (isFinal(errorCode) ? UNREADABLE : OUR_FAULT);

export interface SourceRefusal {
  readonly code: Extract<ErrorCode, 'payload_too_large' | 'unsupported_media_type'>;
  readonly detail: string;
}

/** `undefined` when the file can become a video. `source` is `null` for an unreadable file. */
export function refusalOfSource(source: SourceFacts | null): SourceRefusal | undefined {
  if (!source) return unsupported(UNREADABLE);
  const { durationS, picture } = source;
  if (!picture) return unsupported(SOUND_ALONE);
  if (durationS === undefined)
    return unsupported('This file does not say how long it is. Save it as MP4 and try again.');
  if (durationS > MAX_VIDEO_S) return tooLarge(`Videos may last at most ${MAX_VIDEO_S / HOUR_S} hours.`);
  const { widthPx, heightPx } = picture;
  const longestS = MAX_VIDEO_PIXEL_SECONDS / (widthPx * heightPx);
  if (durationS <= longestS) return undefined;
  const longest = (longestS / HOUR_S).toFixed(1);
  return tooLarge(`Videos of ${widthPx} × ${heightPx} may last at most ${longest} hours.`);
}

const unsupported = (detail: string): SourceRefusal => ({ code: 'unsupported_media_type', detail });
const tooLarge = (detail: string): SourceRefusal => ({ code: 'payload_too_large', detail });
