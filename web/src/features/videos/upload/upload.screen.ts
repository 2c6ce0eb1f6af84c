/** The states of /upload and the first one of a visit. */
import type { VideoUploadStatus } from '../../../../../shared/videos/videos.ts';
import { statusOf } from '../../../lib/api/patience/retry.ts';
import type { FileFacts, RememberedUpload } from './upload.memory.ts';
import type { UploadState } from './upload.progress.ts';

export type UploadScreen =
  /** Checks for an unfinished upload. */
  | { readonly kind: 'looking' }
  /** Needs the file again. `storedShare` is from 0 to 1, `null` if unknown. */
  | { readonly kind: 'unfinished'; readonly file: FileFacts; readonly storedShare: number | null }
  | { readonly kind: 'choosing'; readonly file: FileFacts | null }
  | { readonly kind: 'uploading'; readonly file: FileFacts; readonly state: UploadState }
  /** `film` is absent after a reload. */
  | {
      readonly kind: 'uploaded';
      readonly file: FileFacts;
      readonly film: File | null;
      readonly videoUrl: string;
    };

export const NOTHING_CHOSEN: UploadScreen = { kind: 'choosing', file: null };

/** The server deleted the file: too large or not a video. */
export const isRefusedFile = (error: unknown): boolean => [413, 415].includes(statusOf(error) ?? 0);

export const factsOf = ({ name, size, lastModified }: FileFacts): FileFacts => ({ name, size, lastModified });

/** The screen of an unfinished upload; `null` if it no longer exists. */
export async function screenOfUnfinished(
  left: RememberedUpload,
  fetchStatus: (uploadId: string) => Promise<VideoUploadStatus>,
): Promise<UploadScreen | null> {
  const file = factsOf(left);
  try {
    const { completed, video_url, stored, parts } = await fetchStatus(left.upload_id);
    if (completed) return { kind: 'uploaded', file, film: null, videoUrl: video_url };
    return { kind: 'unfinished', file, storedShare: stored.length / (stored.length + parts.length) };
  } catch (error) {
    return statusOf(error) === 404 || isRefusedFile(error)
      ? null
      : { kind: 'unfinished', file, storedShare: null };
  }
}
