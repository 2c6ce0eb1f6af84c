/** What /upload shows, and what of an earlier visit it begins with. */
import type { VideoUploadStatus } from '../../../../../shared/videos/videos.ts';
import { statusOf } from '../../../lib/api/patience/retry.ts';
import type { FileFacts, RememberedUpload } from './upload.memory.ts';
import type { UploadState } from './upload.progress.ts';

export type UploadScreen =
  /** Whether an upload was left unfinished is being found out. */
  | { readonly kind: 'looking' }
  /** One was: its file is needed again. `storedShare` is from 0 to 1, `null` when nobody could be asked. */
  | { readonly kind: 'unfinished'; readonly file: FileFacts; readonly storedShare: number | null }
  | { readonly kind: 'choosing'; readonly file: FileFacts | null }
  | { readonly kind: 'uploading'; readonly file: FileFacts; readonly state: UploadState }
  /** `film` is the file itself, unless a reload has come between. */
  | {
      readonly kind: 'uploaded';
      readonly file: FileFacts;
      readonly film: File | null;
      readonly videoUrl: string;
    };

export const NOTHING_CHOSEN: UploadScreen = { kind: 'choosing', file: null };

/** The server has looked at the file and deleted it: it is too large, or no video. */
export const isRefusedFile = (error: unknown): boolean => [413, 415].includes(statusOf(error) ?? 0);

export const factsOf = ({ name, size, lastModified }: FileFacts): FileFacts => ({ name, size, lastModified });

/** What is left of an unfinished upload; `null` when it is gone. */
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
