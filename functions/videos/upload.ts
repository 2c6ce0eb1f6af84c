/** An upload of a video file, and how it is cut into parts. Pure. */
import { ULID } from '../../shared/plain/ulid.ts';
import { UPLOAD_PART_BYTES } from '../../shared/limits.ts';

const UPLOAD_PATH = new RegExp(`^/uploads/(${ULID})$`);

/** What S3 takes in one upload (Amazon S3 User Guide, "Multipart upload limits"). */
const MAX_PARTS = 10_000;

export interface Upload {
  readonly uploadId: string;
  readonly channelId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** S3's own name of the multipart upload; none for a file that came in one piece. */
  readonly multipartId: string | undefined;
  readonly isCompleted: boolean;
  readonly expiresAtMs: number;
}

/** Where the file of an upload lies. */
export type UploadKey = Pick<Upload, 'channelId' | 'uploadId'>;

export interface Part {
  readonly partNumber: number;
  readonly sizeBytes: number;
}

/** A part that S3 has. */
export interface StoredPart extends Part {
  /** Without quotes. */
  readonly etag: string;
}

/** Bytes of each part but the last. */
export const partSizeBytes = (sizeBytes: number): number =>
  Math.max(UPLOAD_PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));

export function partsOf(sizeBytes: number): Part[] {
  const partBytes = partSizeBytes(sizeBytes);
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    partNumber: index + 1,
    sizeBytes: Math.min(partBytes, sizeBytes - index * partBytes),
  }));
}

/** The contract's `video_url` of an upload: a name for `POST /videos/publish`, at which nothing is served. */
export const uploadPath = (uploadId: string): string => `/uploads/${uploadId}`;

/** The upload that a `video_url` names; nothing for any other text. */
export const uploadIdOf = (videoUrl: string): string | undefined => UPLOAD_PATH.exec(videoUrl)?.[1];

/** Said of a file that is too large for a form: names the other way. */
export const FORM_TOO_LARGE =
  'As a form, a file may have at most 4.4 MB. Send larger ones, up to 500 MB, in parts: POST { filename, size, content_type } here as JSON.';

/** A stored file. */
export interface StoredFile {
  readonly sizeBytes: number;
  /** Its first bytes, enough to tell its format. */
  readonly head: Uint8Array;
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
}
