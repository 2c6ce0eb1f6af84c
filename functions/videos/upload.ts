/** An upload of a video file and its parts. Pure. */
import { ULID } from '#shared/plain/ulid.ts';
import { UPLOAD_PART_BYTES } from '#shared/limits.ts';

const UPLOAD_PATH = new RegExp(`^/uploads/(${ULID})$`);

/** S3's limits for one upload (Amazon S3 User Guide, "Multipart upload limits"). */
const MAX_PARTS = 10_000;

export interface Upload {
  readonly uploadId: string;
  readonly channelId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** S3's id of the multipart upload; `undefined` for a file in one piece. */
  readonly multipartId: string | undefined;
  readonly isCompleted: boolean;
  readonly expiresAtMs: number;
}

export type UploadKey = Pick<Upload, 'channelId' | 'uploadId'>;

export interface Part {
  readonly partNumber: number;
  readonly sizeBytes: number;
}

export interface StoredPart extends Part {
  /** Without quotes. */
  readonly etag: string;
}

/** The size of each part but the last. */
export const partSizeBytes = (sizeBytes: number): number =>
  Math.max(UPLOAD_PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));

export function partsOf(sizeBytes: number): Part[] {
  const partBytes = partSizeBytes(sizeBytes);
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    partNumber: index + 1,
    sizeBytes: Math.min(partBytes, sizeBytes - index * partBytes),
  }));
}

/** The contract's `video_url` of an upload, for `POST /videos/publish`. Nothing is served there. */
export const uploadPath = (uploadId: string): string => `/uploads/${uploadId}`;

/** The upload id in a `video_url`; `undefined` for any other text. */
export const uploadIdOf = (videoUrl: string): string | undefined => UPLOAD_PATH.exec(videoUrl)?.[1];

export interface StoredFile {
  readonly sizeBytes: number;
  /** First bytes, enough to detect the format. */
  readonly head: Uint8Array;
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
}
