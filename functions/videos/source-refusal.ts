/** Why no video is made of a file, by what was found out about it. Pure. */
import { HOUR_S } from '../../shared/plain/time.ts';
import { MAX_VIDEO_PIXEL_SECONDS, MAX_VIDEO_S } from '../../shared/limits.ts';
import { SOUND_ALONE } from '../../shared/plain/video-file.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';
import type { SourceFacts } from './source-facts.ts';
import { UNREADABLE } from './transcode/job-failure.ts';

export interface SourceRefusal {
  readonly code: Extract<ErrorCode, 'payload_too_large' | 'unsupported_media_type'>;
  readonly words: string;
}

/** Nothing for a file of which a video may be made; `null` is one that could not be read. */
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

const unsupported = (words: string): SourceRefusal => ({ code: 'unsupported_media_type', words });
const tooLarge = (words: string): SourceRefusal => ({ code: 'payload_too_large', words });
