import { ulid } from 'ulid';
import {
  FILENAME_MAX_LENGTH,
  MAX_FORM_FILE_BYTES,
  MAX_OPEN_UPLOADS,
  UPLOAD_KEPT_MS,
} from '#shared/limits.ts';
import { SNIFFED_BYTES } from '#shared/plain/videos/video-file.ts';
import type { UploadedVideo, VideoUpload, VideoUploadStatus } from '#shared/videos/videos.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Budgets } from '#functions/limits/budgets.ts';
import { refusalOfHead } from '../refusals.ts';
import type { VideosRepository } from '../table/videos.repository.ts';
import type { UploadsRepository } from './uploads.repository.ts';
import type { PartUrl, UploadFiles } from './uploads.s3.ts';
import {
  partSizeBytes,
  partsOf,
  type StoredPart,
  type Upload,
  type UploadKey,
  uploadPath,
} from '../upload.ts';

export interface UploadsDeps {
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly videos: Pick<VideosRepository, 'find'>;
  readonly budgets: Pick<Budgets, 'takeAll'>;
  readonly clock: () => number;
}

interface Announced {
  readonly filename: string;
  readonly size: number;
  readonly content_type: string;
}

/** Begins a multipart upload. Throws `too_many_requests` when the person has too many open uploads. */
export async function startUpload(
  deps: UploadsDeps,
  channelId: string,
  announced: Announced,
): Promise<VideoUpload> {
  const { uploads, uploadFiles, clock } = deps;
  const fresh = newUpload(deps, channelId, announced);
  const tooMany = new DomainError('too_many_requests', 'too_many_uploads', { max: MAX_OPEN_UPLOADS });
  // First, because what is charged is not given back.
  if (!(await uploads.hasRoom(channelId, MAX_OPEN_UPLOADS, clock()))) throw tooMany;
  await chargeUpload(deps, fresh);
  const multipartId = await uploadFiles.begin(fresh);
  const upload = { ...fresh, multipartId };
  if (!(await uploads.begin(upload, MAX_OPEN_UPLOADS, clock()))) {
    await uploadFiles.abandon(upload, multipartId);
    throw tooMany;
  }
  return toWire(upload, await uploadFiles.partUrls(upload, multipartId, partsOf(upload.sizeBytes)));
}

/** Stores a whole small file. Throws `invalid_request`, `payload_too_large`, `unsupported_media_type`. */
export async function uploadFile(deps: UploadsDeps, channelId: string, file: File): Promise<UploadedVideo> {
  const { name, size, type } = file;
  if (size === 0) throw new DomainError('invalid_request', 'empty_file');
  if (size > MAX_FORM_FILE_BYTES) throw new DomainError('payload_too_large', 'form_too_large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const refusal = refusalOfHead(bytes.subarray(0, SNIFFED_BYTES));
  if (refusal) throw refusal;
  const filename = name.slice(0, FILENAME_MAX_LENGTH);
  const fresh = newUpload(deps, channelId, { filename, size, content_type: type.slice(0, 100) });
  const upload = { ...fresh, isCompleted: true };
  await chargeUpload(deps, upload);
  await deps.uploadFiles.put(upload, bytes);
  await deps.uploads.add(upload);
  return { video_url: uploadPath(upload.uploadId) };
}

/**
 * The stored parts of the caller's upload, and new addresses for the others. Throws `not_found`, and
 * `unsupported_media_type` when it is complete and no video.
 */
export async function uploadStatus(
  deps: UploadsDeps,
  channelId: string,
  uploadId: string,
): Promise<VideoUploadStatus> {
  const upload = await requireUpload(deps, { channelId, uploadId });
  const arrived = await arrivedParts(deps, upload);
  const size = upload.sizeBytes;
  if (!arrived) {
    // Joined a moment ago, or by a request that died before it stored the result.
    if (!upload.isCompleted) await acceptFile(deps, upload);
    return { ...toWire(upload, []), size, stored: [], completed: true };
  }
  const parts = partsOf(upload.sizeBytes);
  const stored = arrived.filter((part) => part.sizeBytes === parts[part.partNumber - 1]?.sizeBytes);
  const missing = parts.filter(({ partNumber }) => !stored.some((part) => part.partNumber === partNumber));
  const urls = await deps.uploadFiles.partUrls(upload, upload.multipartId ?? '', missing);
  return {
    ...toWire(upload, urls),
    size,
    stored: stored.map(({ partNumber, etag }) => ({ part_number: partNumber, etag })),
    completed: false,
  };
}

/**
 * Deletes an upload of the caller and its parts. Does nothing when there is none. Throws `conflict` when it is
 * published.
 */
export async function cancelUpload(deps: UploadsDeps, channelId: string, uploadId: string): Promise<void> {
  const upload = await deps.uploads.find({ channelId, uploadId }, deps.clock());
  if (!upload) return;
  if (await deps.videos.find(uploadId)) {
    throw new DomainError('conflict', 'upload_published');
  }
  await dropUpload(deps, upload);
}

/**
 * Counts an upload against today's budgets. Cancelled uploads count too, because they were stored. Throws
 * `too_many_requests`.
 */
const chargeUpload = ({ budgets }: UploadsDeps, { channelId, uploadId: itemId, sizeBytes }: Upload) =>
  budgets.takeAll({ channelId, itemId, amounts: { files: 1, uploads: sizeBytes } });

function newUpload(
  { clock }: UploadsDeps,
  channelId: string,
  { filename, size, content_type }: Announced,
): Upload {
  return {
    uploadId: ulid(),
    channelId,
    filename,
    contentType: content_type,
    sizeBytes: size,
    multipartId: undefined,
    isCompleted: false,
    expiresAtMs: clock() + UPLOAD_KEPT_MS,
  };
}

/** The caller's own upload. Throws `not_found`. */
export const requireUpload = async (
  { uploads, clock }: Pick<UploadsDeps, 'uploads' | 'clock'>,
  key: UploadKey,
): Promise<Upload> => requireFound(await uploads.find(key, clock()), 'upload');

/** The stored parts; `null` when the file was joined or aborted. */
export async function arrivedParts(
  { uploadFiles }: UploadsDeps,
  upload: Upload,
): Promise<StoredPart[] | null> {
  if (upload.isCompleted || !upload.multipartId) return null;
  return uploadFiles.listParts(upload, upload.multipartId);
}

const toWire = ({ uploadId, sizeBytes }: Upload, urls: readonly PartUrl[]): VideoUpload => ({
  upload_id: uploadId,
  video_url: uploadPath(uploadId),
  part_size: partSizeBytes(sizeBytes),
  parts: urls.map(({ partNumber, url }) => ({ part_number: partNumber, url })),
});

/**
 * Marks the upload complete. Deletes a file that does not begin like a video. Throws `not_found` when the file is
 * missing, `unsupported_media_type`.
 */
export async function acceptFile(deps: UploadsDeps, upload: Upload): Promise<void> {
  const { uploads, uploadFiles, clock } = deps;
  const file = await uploadFiles.inspect(upload);
  if (file?.sizeBytes !== upload.sizeBytes) throw notFound('upload');
  const refusal = refusalOfHead(file.head);
  if (refusal) {
    await dropUpload(deps, upload);
    throw refusal;
  }
  if (!(await uploads.complete(upload, clock() + UPLOAD_KEPT_MS))) throw notFound('upload');
}

/** Deletes an upload and its stored parts. */
export async function dropUpload({ uploads, uploadFiles }: UploadsDeps, upload: Upload): Promise<void> {
  if (upload.multipartId) await uploadFiles.abandon(upload, upload.multipartId);
  await uploadFiles.discard(upload);
  await uploads.remove(upload);
}
